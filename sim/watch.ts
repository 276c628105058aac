import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { FAULT_NAMES } from "./faults.ts";
import { SimulationFailure, simulate } from "./simulate.ts";

const PAGES = new URL("../demo/simulation/", import.meta.url);
const FILES: Record<string, [file: string, type: string]> = {
  "/": ["index.html", "text/html"],
  "/simulation.css": ["simulation.css", "text/css"],
  "/simulation.js": ["simulation.js", "text/javascript"],
};

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** How often the page hears news, in ms. */
const NEWS_MS = 150;

/** The number of latest lines that the page receives at once. */
const MAX_LINES = 60;

const Speed = z.strictObject({ hoursPerSecond: z.number().min(0).max(10_000) });

type Show = { seed: string; days: number };

/** A page that shows a simulation and controls its speed. */
export type Watch = {
  url: string;
  /** Simulates a seed at the page's speed. Resolves to whether all rules held. */
  run(show: Show): Promise<boolean>;
  close(): void;
};

/** Serves the page on this machine only. */
export const startWatch = async ({ port = 0, hoursPerSecond = 2 } = {}): Promise<Watch> => {
  const pages = new Set<ServerResponse>();
  const faults: Record<string, number> = {};
  let lines: string[] = [];
  let shown = { seed: "", days: 0, day: 0, time: "", state: "starts", isBroken: false };
  let speed = hoursPerSecond;
  let change = (): void => undefined;
  let changed = Promise.resolve();
  const expectChange = (): void => {
    changed = new Promise((resolve) => {
      change = resolve;
    });
  };
  expectChange();

  const send = (): void => {
    const news = `data: ${JSON.stringify({ ...shown, hoursPerSecond: speed, lines, faults })}\n\n`;
    lines = [];
    for (const page of pages) page.write(news);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400, HEADERS).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "/", method } = request;
    // A foreign site may resolve its own name to this machine.
    if (request.headers.host !== host) return void response.writeHead(403, HEADERS).end();
    if (method === "POST" && url === "/speed") {
      if (request.headers.origin !== `http://${host}`)
        return void response.writeHead(403, HEADERS).end();
      speed = Speed.parse(await json(request)).hoursPerSecond;
      change();
      expectChange();
      send();
      return void response.writeHead(204, HEADERS).end();
    }
    if (method !== "GET") return void response.writeHead(405, { ...HEADERS, allow: "GET" }).end();
    if (url === "/events") {
      response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
      pages.add(response);
      response.once("close", () => pages.delete(response));
      return send();
    }
    const [file, type] = FILES[url] ?? [];
    if (!file) return void response.writeHead(404, HEADERS).end();
    const content = await readFile(new URL(file, PAGES));
    response.writeHead(200, { ...HEADERS, "content-type": `${type}; charset=utf-8` }).end(content);
  }

  /** Waits for a quarter of an hour at the current speed. */
  const keepPace = async (): Promise<void> => {
    while (speed === 0) await changed;
    const ms = 250 / speed;
    if (ms >= 1) await Promise.race([changed, pause(ms)]);
  };

  return {
    url: `http://${host}/`,
    run: async ({ seed, days }) => {
      for (const name of Object.keys(faults)) delete faults[name];
      shown = { seed, days, day: 0, time: "", state: "no rule is broken", isBroken: false };
      let sentAt = 0;
      const sink = (line: string): void => {
        shown.time = line.slice(0, 24);
        lines.push(line);
        if (lines.length > MAX_LINES) lines.shift();
        if (line.split(" ", 2)[1] !== "fault") return;
        const fault = FAULT_NAMES.find((name) => line.endsWith(` ${name}`));
        if (fault) faults[fault] = (faults[fault] ?? 0) + 1;
      };
      const onDay = (day: number): void => {
        shown.day = day;
      };
      const onQuarter = async (): Promise<void> => {
        if (performance.now() - sentAt > NEWS_MS) {
          sentAt = performance.now();
          send();
        }
        await keepPace();
      };
      try {
        await simulate({ seed, days, sink, onDay, onQuarter });
        shown.state = "all rules are kept";
      } catch (failure) {
        if (!(failure instanceof SimulationFailure)) throw failure;
        shown = { ...shown, state: failure.message, isBroken: true };
      }
      send();
      return !shown.isBroken;
    },
    close: () => {
      for (const page of pages) page.end();
      server.close();
      server.closeAllConnections();
    },
  };
};
