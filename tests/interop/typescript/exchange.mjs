// An agent or a client that is sent, and sends, every method of a script, and compares what arrives with the script.
//
// node exchange.mjs SURFACE agent|client SCRIPT

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import { load, obey, raw, sender, stdio } from "./control.mjs";

const [surface, role, script] = process.argv.slice(2);
const sdk = await load(surface);
const { receive, send } = JSON.parse(readFileSync(script, "utf8"));
const app = obey(sdk[role](), sdk);

const names = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(names));
const known = new Set(names(sdk.methods[role]));

const received = [];
const wrong = [];

function check(what, actual, expected) {
  if (isDeepStrictEqual(actual, expected)) return true;
  wrong.push(`${what}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
  return false;
}

for (const { method, kind, params, result } of receive) {
  const handler = (context) => {
    if (check(`params of ${method}`, context.params, params)) received.push(method);
    return result;
  };
  const register = (kind === "request" ? app.onRequest : app.onNotification).bind(app);
  if (known.has(method)) register(method, handler);
  else register(method, raw, handler);
}

async function call(peer, { method, kind, params, result }) {
  if (kind === "notification") return peer.notify(method, params);
  try {
    check(`result of ${method}`, await peer.request(method, params), result);
  } catch (error) {
    wrong.push(`${method}: ${error}`);
  }
}

async function callAll(peer) {
  for (const exchange of send) await call(peer, exchange);
}

let called;
app
  // Ask for it last: an agent calls its client only now.
  .onRequest("_test/report", raw, async (context) => {
    await (called ??= callAll(sender(context)));
    return { received, wrong, known: [...known] };
  });

const connection = app.connect(stdio(sdk));
// A client has to speak first.
if (role === "client") called = callAll(connection.agent);
