// A server over one schema, as the server of a bucket of clients, and its callers.

import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServe } from "../../api/servers.mjs";
import { post, send } from "../../api/walk.mjs";

const KEYS = { client_id: "trial-client", secret: "trial-secret-of-a-bench" };
const BANK = { institution_id: "ins_109508" };
const ITEMS = 4;
const PAUSES = { read: 20, write: 40, link: 250 };

/** Starts a server on an address, with some Items; `options` are those of the command. */
export const startBucket = async (folder, name, address, options = []) => {
  const server = await startServe(
    join(folder, name),
    {
      DATABASE_URL: address,
      SERVICE_LINK_CLIENT_ID: KEYS.client_id,
      SERVICE_LINK_SECRET: KEYS.secret,
      LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    },
    ["--processes", "1", ...options],
  );
  const agent = new Agent({ keepAlive: true });
  const call = (path, body) => post(agent, server.port, path, { ...KEYS, ...body });
  const newItem = async (products = ["auth"]) => {
    const { public_token } = await call("/sandbox/public_token/create", {
      ...BANK,
      initial_products: products,
    });
    return call("/item/public_token/exchange", { public_token });
  };
  const items = [];
  while (items.length < ITEMS) items.push((await newItem()).access_token);
  return {
    name,
    items,
    call,
    newItem,
    newPublicToken: async () =>
      (await call("/sandbox/public_token/create", { ...BANK, initial_products: ["auth"] }))
        .public_token,
    send: (path, body) => send(agent, server.port, path, { ...KEYS, ...body }),
    stop: async () => {
      agent.destroy();
      await server.stop();
    },
  };
};

/** Reads, writes and makes Items of a bucket until it is ended, and records each call. */
export const startLoad = (bucket, site) => {
  const calls = [];
  const acknowledged = { webhooks: [], tokens: [] };
  let isOver = false;
  const attempt = async (kind, path, body) => {
    const began = performance.now();
    const answer = await bucket
      .send(path, body)
      .catch(({ message }) => ({ status: 0, text: message }));
    calls.push({ kind, began, ended: performance.now(), ...answer });
    return answer;
  };
  const repeat = async (kind, work) => {
    for (let number = 0; !isOver; number++) {
      await work(number);
      await pause(PAUSES[kind]);
    }
  };
  const last = { sure: null, possible: [] };
  const loops = [
    repeat("read", (number) =>
      attempt("read", "/accounts/get", { access_token: bucket.items[number % ITEMS] }),
    ),
    repeat("write", async (number) => {
      const webhook = `${site}/${bucket.name}/${number}`;
      const body = { access_token: bucket.items[0], webhook };
      const { status } = await attempt("write", "/item/webhook/update", body);
      if (status === 200) {
        Object.assign(last, { sure: webhook, possible: [] });
        acknowledged.webhooks.push(webhook);
      } else last.possible.push(webhook);
    }),
    repeat("link", async () => {
      const products = { ...BANK, initial_products: ["auth", "transactions"] };
      const made = await attempt("write", "/sandbox/public_token/create", products);
      if (made.status !== 200) return;
      const { public_token } = JSON.parse(made.text);
      const answer = await attempt("write", "/item/public_token/exchange", { public_token });
      if (answer.status === 200) acknowledged.tokens.push(JSON.parse(answer.text).access_token);
    }),
  ];
  return {
    name: bucket.name,
    calls,
    webhooks: acknowledged.webhooks,
    /** Ends the load; returns the differences from what was acknowledged. */
    end: async () => {
      isOver = true;
      await Promise.all(loops);
      const differences = [];
      const { item } = await bucket.call("/item/get", { access_token: bucket.items[0] });
      if (![last.sure, ...last.possible].includes(item.webhook))
        differences.push(`${bucket.name}: the webhook is ${item.webhook}, not ${last.sure}`);
      for (const access_token of acknowledged.tokens) {
        const { status } = await bucket.send("/accounts/get", { access_token });
        if (status !== 200)
          differences.push(`${bucket.name}: an exchanged Item responds ${status}`);
      }
      return differences;
    },
  };
};

/** How the calls of a load fared from a moment on: counts by outcome, and times in ms. */
export const outcomeOf = ({ name, calls }, since, until = Number.POSITIVE_INFINITY) => {
  const row = { bucket: name };
  const within = calls.filter(({ ended, began }) => ended >= since && began <= until);
  for (const kind of ["read", "write"]) {
    const own = within.filter((call) => call.kind === kind);
    const failed = own.filter(({ status }) => status !== 200);
    const count = (test) => failed.filter(test).length;
    row[`${kind}s`] = own.length;
    row[`${kind} 503`] = count(({ status }) => status === 503);
    row[`${kind} other`] = count(({ status }) => status !== 503);
    row[`${kind} longest`] = Math.round(Math.max(0, ...own.map((call) => call.ended - call.began)));
    row[`${kind} failed until`] = Math.round(
      Math.max(0, ...failed.map(({ ended }) => ended - since)),
    );
  }
  return row;
};

/** The texts of the failures that are no 503, once each. */
export const faultsOf = ({ name, calls }) => [
  ...new Set(
    calls
      .filter(({ status }) => status !== 200 && status !== 503)
      .map(({ status, text }) => `${name}: ${status} ${text.slice(0, 300)}`),
  ),
];
