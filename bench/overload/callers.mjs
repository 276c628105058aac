// Callers of a server, in a process of their own, by a command from the bench: either a number of callers,
// each with one request in progress and the next one right after its response (closed loop, ignoring
// Retry-After), or a number of requests per second regardless of responses (open loop). Sends back the
// results.

import { setPriority } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { dial, openConnection, share } from "./connection.mjs";

/**
 * The connections of the open loop, opened in advance, since a request's time should not include
 * connecting.
 */
const CONNECTIONS = 4000;
const CONNECTIONS_AT_ONCE = 50;
const TICK_MS = 5;

/** The results of requests by status; latencies are recorded for served requests. */
const createResults = () => {
  const times = [];
  const refusals = [];
  let lost = 0;
  return {
    note: (status, began) => {
      if (status === 200) times.push(performance.now() - began);
      else if (status === 503) refusals.push(performance.now() - began);
      else lost += 1;
    },
    summary: (ms) => ({
      ...{ served: times.length, refused: refusals.length, lost },
      perSecond: (times.length * 1000) / ms,
      ...{ p50: share(times, 0.5), p99: share(times, 0.99) },
      refusalP99: share(refusals, 0.99),
    }),
  };
};

async function closed({ server, callers, request, ms, leadMs = 0 }) {
  let results = createResults();
  let isOver = false;
  const bytes = Buffer.from(request);
  const connections = [];
  const converse = (number) => {
    let connection = connections[number];
    if (!connection?.isOpen()) connection = connections[number] = openConnection(server);
    const began = performance.now();
    connection.ask(bytes, (status) => {
      if (isOver) return;
      results.note(status, began);
      converse(number);
    });
  };
  for (let number = 0; number < callers; number++) converse(number);
  await pause(leadMs);
  results = createResults();
  const began = performance.now();
  await pause(ms);
  isOver = true;
  const summary = results.summary(performance.now() - began);
  for (const connection of connections) connection.close();
  return summary;
}

async function open({ server, perSecond, request, ms }) {
  const results = createResults();
  const bytes = Buffer.from(request);
  const free = [];
  while (free.length < CONNECTIONS) {
    for (let at = 0; at < CONNECTIONS_AT_ONCE; at++) free.push(openConnection(server));
    await pause(TICK_MS);
  }
  const all = [...free];
  await pause(1000);
  let unsent = 0;
  let sent = 0;
  const send = (due) => {
    const connection = free.pop();
    if (!connection) return void unsent++;
    connection.ask(bytes, (status) => {
      results.note(status, due);
      free.push(connection.isOpen() ? connection : openConnection(server));
    });
  };
  const began = performance.now();
  for (let now = began; now - began < ms; now = performance.now()) {
    for (; sent < ((now - began) * perSecond) / 1000; sent++)
      send(began + (sent * 1000) / perSecond);
    await pause(TICK_MS);
  }
  const tookMs = performance.now() - began;
  await pause(1500);
  for (const connection of all) connection.close();
  return { ...results.summary(tookMs), unsent, offered: sent };
}

/**
 * Repeats the health check, each time on a new and on a kept connection. Checks in the first
 * `leadMs`, in which callers connect, are counted separately.
 */
async function health({ server, ms, leadMs = 0 }) {
  const request = Buffer.from("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const results = createResults();
  const times = [];
  const leadTimes = [];
  let kept;
  const ask = (connection) =>
    new Promise((resolve) => {
      const began = performance.now();
      connection.ask(request, (status) => {
        results.note(status, began);
        (began < start ? leadTimes : times).push(performance.now() - began);
        resolve();
      });
    });
  const start = performance.now() + leadMs;
  while (performance.now() < start + ms) {
    const connection = openConnection(server);
    if (!kept?.isOpen()) kept = openConnection(server);
    await Promise.all([ask(connection), ask(kept)]);
    connection.close();
    await pause(20);
  }
  kept?.close();
  const { lost, refused } = results.summary(ms);
  const max = share(times, 1);
  return { lost, refused, p99: share(times, 0.99), max, maxConnecting: share(leadTimes, 1) };
}

/** Makes calls in sequence, a few at a time, each on a separate connection. */
async function calls({ server, count, request }) {
  const results = createResults();
  const bytes = Buffer.from(request);
  let next = 0;
  const caller = async () => {
    while (next++ < count)
      await new Promise((resolve) => {
        const connection = openConnection(server);
        const began = performance.now();
        const end = (status) => {
          clearTimeout(timer);
          results.note(status, began);
          connection.close();
          resolve();
        };
        const timer = setTimeout(end, 5000, 0);
        connection.ask(bytes, end);
      });
  };
  await Promise.all(Array.from({ length: 4 }, caller));
  return results.summary(1);
}

/**
 * Idle connections, with or without half a request head. Closed connections are reopened until the
 * process ends.
 */
async function idle({ server, connections, half }) {
  const keep = (number) => {
    const socket = dial(server);
    if (number % 2 === 0 && half) socket.write("POST /item/get HTTP/1.1\r\nhost: localhost\r\n");
    socket.once("close", () => keep(number));
  };
  for (let number = 0; number < connections; number++) keep(number);
  await pause(2000);
}

const ACTS = { closed, open, health, calls, idle };

process.on("message", async ({ act, niceness = 0, ...options }) => {
  setPriority(niceness);
  const delay = monitorEventLoopDelay();
  delay.enable();
  const result = await ACTS[act](options);
  process.send({ ...result, lagP99: delay.percentile(99) / 1e6 });
});
