// What every program here has in common: the pipes, and extension methods by which the other end tells it what to do.

import { Readable, Writable } from "node:stream";

const ENTRIES = {
  v1: "",
  "v1.unstable": "/unstable",
  v2: "/experimental/v2",
  "v2.unstable": "/experimental/v2/unstable",
};

export const load = (surface) => import(`@agentclientprotocol/sdk${ENTRIES[surface]}`);

export const stdio = (sdk) => sdk.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));

/** The parser of a method that the SDK does not know. */
export const raw = (params) => params;

/** Who sent what a handler is given. */
export const sender = (context) => context.client ?? context.agent;

export function obey(app, sdk) {
  app
    // Send a request to the other end and say how it was answered.
    .onRequest("_test/ask", raw, async (context) => {
      const { method, params, cancel } = context.params;
      const options = cancel ? { cancellationSignal: AbortSignal.abort() } : {};
      try {
        return { result: await sender(context).request(method, params, options) };
      } catch (error) {
        if (!(error instanceof sdk.RequestError)) throw error;
        return { error: error.toErrorResponse() };
      }
    })
    .onRequest("_test/fail", raw, ({ params: { code, message, data } }) => {
      throw new sdk.RequestError(code, message, data);
    })
    // Work until the request is cancelled.
    .onRequest("_test/wait", raw, ({ signal }) => new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
    }))
    .onRequest("_test/echo", raw, ({ params }) => params)
    .onNotification("_test/echo", raw, (context) => sender(context).notify(context.method, context.params));
  return app;
}
