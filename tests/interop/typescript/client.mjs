// A client: it takes a turn, cancels another one, tries what an agent may have of its own, and prints all as JSON.
//
// node client.mjs SURFACE

import { load, obey, stdio } from "./control.mjs";

const [surface] = process.argv.slice(2);
const sdk = await load(surface);
const { agent, client } = sdk.methods;
const v1 = sdk.PROTOCOL_VERSION === 1;

const said = { permissions: [] };
/** The turn that is being cancelled. An agent too quick for that gets no permission until then. */
let cancelling;

await obey(sdk.client(), sdk)
  .onRequest(client.session.requestPermission, async ({ params }) => {
    if (cancelling) {
      await cancelling;
      return { outcome: { outcome: "cancelled" } };
    }
    said.permissions.push(v1 ? params.toolCall.title : params.title);
    const { optionId } = params.options.find(({ kind }) => kind === "allow_once");
    return { outcome: { outcome: "selected", optionId } };
  })
  .connectWith(stdio(sdk), async (peer) => {
    const info = { name: "typescript", version: "1" };
    await peer.request(agent.initialize, {
      protocolVersion: sdk.PROTOCOL_VERSION,
      ...(v1 ? { clientInfo: info } : { info, capabilities: {} }),
    });
    await peer.buildSession(process.cwd()).withSession(async (session) => {
      const text = "to be or not to be";
      void session.prompt(text);
      said.finished = await follow(session, () => {});
      void session.prompt(text);
      cancelling = follow(session, () => peer.notify(agent.session.cancel, { sessionId: session.sessionId }));
      said.cancelled = await cancelling;
      cancelling = undefined;
    });
    said.sessions = await attempt(peer.request("_example.com/sessions", {}));
    const lost = { sessionId: "lost", prompt: [{ type: "text", text: "" }] };
    said.lost = await attempt(peer.request(agent.session.prompt, lost));
    said.goodbye = await attempt(peer.request("_example.com/goodbye", {}));
  });
process.stderr.write(JSON.stringify(said));

/** The text of a turn, and why it stopped. */
async function follow(session, afterFirstWord) {
  let text = "";
  for (;;) {
    const message = await session.nextUpdate();
    if (message.kind === "stop") return { text, stopReason: message.stopReason };
    if (message.update.sessionUpdate !== "agent_message_chunk") continue;
    if (text === "") await afterFirstWord();
    text += message.update.content.text;
  }
}

async function attempt(response) {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof sdk.RequestError)) throw error;
    return error.toErrorResponse();
  }
}
