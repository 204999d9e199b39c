// An agent: it says back what it is told word by word, asks for permission, and has a method of its own.
// The second turn of a session ends only when it is cancelled.
//
// node agent.mjs SURFACE

import { once } from "node:events";

import { load, obey, raw, stdio } from "./control.mjs";

const [surface] = process.argv.slice(2);
const sdk = await load(surface);
const { agent, client } = sdk.methods;
const v1 = sdk.PROTOCOL_VERSION === 1;

const sessions = new Map();
const info = { name: "typescript", version: "1" };

obey(sdk.agent(), sdk)
  .onRequest(agent.initialize, () => ({
    protocolVersion: sdk.PROTOCOL_VERSION,
    ...(v1 ? { agentInfo: info } : { info, capabilities: {} }),
  }))
  .onRequest(agent.session.new, () => {
    const sessionId = `session-${sessions.size + 1}`;
    sessions.set(sessionId, []);
    return { sessionId };
  })
  .onRequest(agent.session.prompt, async (context) => {
    const { sessionId, prompt } = context.params;
    const turns = sessions.get(sessionId);
    if (!turns) throw sdk.RequestError.sessionNotFound(sessionId);
    turns.push(new AbortController());
    const stopReason = takeTurn(context.client, sessionId, prompt, turns);
    if (v1) return { stopReason: await stopReason };
    // In v2 the answer says that the prompt was taken; an update says when the turn has ended.
    void stopReason.then((reason) => say(context.client, sessionId, idle(reason)));
    return { messageId: "prompt" };
  })
  .onNotification(agent.session.cancel, ({ params }) => sessions.get(params.sessionId).at(-1).abort())
  .onRequest("_example.com/sessions", raw, () => ({ count: sessions.size }))
  .connect(stdio(sdk));

async function takeTurn(peer, sessionId, prompt, turns) {
  for (const word of prompt.flatMap(({ text }) => text.split(" "))) {
    const content = { type: "text", text: `${word} ` };
    await say(peer, sessionId, { sessionUpdate: "agent_message_chunk", messageId: "answer", content });
    if (turns.length === 2) {
      const { signal } = turns[1];
      if (!signal.aborted) await once(signal, "abort");
      return "cancelled";
    }
  }
  const { outcome } = await peer.request(client.session.requestPermission, {
    sessionId,
    ...(v1 ? { toolCall: { toolCallId: "finish", title: "Finish the turn" } } : { title: "Finish the turn" }),
    options: [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ],
  });
  return outcome.optionId === "yes" ? "end_turn" : "refusal";
}

const say = (peer, sessionId, update) => peer.notify(client.session.update, { sessionId, update });

const idle = (stopReason) => ({ sessionUpdate: "state_update", state: "idle", stopReason });
