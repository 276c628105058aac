import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { CERTIFICATE, KEY } from "../../../testing/test-app/certificate.ts";
import { listening } from "../../../testing/test-app/socket.ts";
import { newFolder } from "../../../testing/traffic/serve.ts";

const HEAD = "POST /categories/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
const SLOW = `${HEAD}content-length: 2\r\nexpect: 100-continue\r\n\r\n`;
const WHOLE = `${HEAD}content-length: 2\r\n\r\n{}`;
const HEALTH = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";

const read = async (socket: Socket) => String((await once(socket, "data"))[0]);
const ask = (socket: Socket, bytes: string) => {
  const answer = read(socket);
  socket.write(bytes);
  return answer;
};

test("a request beyond the bound gets 503 and when to try again; health checks are served, and others once one is done", async () => {
  const { dial } = await listening({ MAX_REQUESTS: "2", REQUEST_TIMEOUT: "300" });
  const slow = [dial(), dial()];
  // The server has accepted the heads and waits for the bodies.
  for (const socket of slow) expect(await ask(socket, SLOW)).toMatch(/^HTTP\/1.1 100 /);
  const other = dial();
  const refusal = await ask(other, WHOLE);
  expect(refusal).toMatch(/^HTTP\/1.1 503 /);
  expect(refusal).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(refusal).toMatch(/\r\nservice-should-retry: true\r\n/i);
  expect(JSON.parse(refusal.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    error_type: "API_ERROR",
    error_code: "SERVICE_UNAVAILABLE",
    request_id: expect.stringMatching(/^\w{15}$/),
  });
  expect(await ask(other, HEALTH)).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask(slow[0] as Socket, "{}")).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask(dial(), WHOLE)).toMatch(/^HTTP\/1.1 200 /);
});

const ADDRESS = { MAX_CONNECTIONS: "2", MAX_CONNECTIONS_PER_ADDRESS: "2" };

test("a connection beyond the bound takes the place of the newest idle one, and gets 503 if there is none", async () => {
  const { dial } = await listening(ADDRESS);
  const idle: Socket[] = [];
  for (let at = 0; at < 2; at++) {
    const socket = dial();
    expect(await ask(socket, HEALTH)).toMatch(/^HTTP\/1.1 200 /);
    idle.push(socket);
  }
  const [established, newest] = idle as [Socket, Socket];
  const closure = once(newest, "close");
  const next = dial();
  expect(await ask(next, WHOLE)).toMatch(/^HTTP\/1.1 200 /);
  await closure;
  expect(await ask(established, WHOLE)).toMatch(/^HTTP\/1.1 200 /);

  for (const socket of [next, established])
    expect(await ask(socket, SLOW)).toMatch(/^HTTP\/1.1 100 /);
  const tooMany = dial();
  const answer = await ask(tooMany, WHOLE);
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(await ask(dial(), HEALTH)).toMatch(/^HTTP\/1.1 200 /);
});

/** Connections with no request or half a head, reopened whenever they are closed. */
const flood = async (port: number, count: number, text: string) => {
  let isOver = false;
  const open = (number: number): Socket => {
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
    if (number % 2 === 0) socket.write(text);
    socket.once("close", () => {
      if (!isOver) sockets[number] = open(number);
    });
    return socket;
  };
  const sockets = Array.from({ length: count }, (_, number) => open(number));
  onTestFinished(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
};

const CROWD = { MAX_CONNECTIONS: "100" };
const HALF_A_HEAD = "POST /item/get HTTP/1.1\r\nhost: x\r\n";

test("calls and health checks get through a flood of connections on which nothing is asked, and it is logged once", async () => {
  const { dial, port, logged } = await listening(CROWD);
  await flood(port, 150, HALF_A_HEAD);
  for (let at = 0; at < 20; at++) {
    const socket = dial();
    expect(await ask(socket, at % 2 === 0 ? WHOLE : HEALTH)).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  }
  const lines = logged.filter((line) => line.includes("the load is more"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"idle_closed":1');
});

test("calls by TLS get through a flood of connections that never shake hands", async () => {
  const folder = newFolder();
  const files = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
  writeFileSync(files.TLS_CERT, CERTIFICATE);
  writeFileSync(files.TLS_KEY, KEY);
  const { port } = await listening({ ...CROWD, ...files });
  await flood(port, 150, "\u0016\u0003\u0001");
  for (let at = 0; at < 10; at++) {
    const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    expect(await ask(socket, at % 2 === 0 ? WHOLE : HEALTH)).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  }
});

test("one address has half of the connections at most, and all if they are a proxy's", async () => {
  const askBoth = async (held: number, variables: Record<string, string> = {}) => {
    const { dial, port } = await listening({ MAX_CONNECTIONS: "4", ...variables });
    for (let at = 0; at < held; at++) expect(await ask(dial(), SLOW)).toMatch(/ 100 /);
    const other = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    onTestFinished(() => void other.destroy());
    const answers = [await ask(dial(), WHOLE), await ask(other, WHOLE)];
    return answers.map((answer) => Number(answer.slice(9, 12)));
  };
  expect(await askBoth(2)).toEqual([503, 200]);
  expect(await askBoth(2, { TLS_PROXY: "true" })).toEqual([200, 200]);
  expect(await askBoth(4, { TLS_PROXY: "true" })).toEqual([503, 503]);
});

test("requests whose bodies do not come take no place from others, and are served when they do", async () => {
  const { dial } = await listening({ MAX_REQUESTS: "2", REQUEST_TIMEOUT: "6" });
  const slow = [dial(), dial()];
  for (const socket of slow) expect(await ask(socket, SLOW)).toMatch(/^HTTP\/1.1 100 /);
  expect(await ask(dial(), WHOLE)).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of slow) expect(await ask(socket, "{}")).toMatch(/^HTTP\/1.1 200 /);
});

test("responses that a caller does not read take no place from others", async () => {
  const { dial, server } = await listening({ MAX_REQUESTS: "3" });
  const socket = dial().on("error", () => {});
  socket.pause();
  socket.write("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(50));
  await once(server.server, "request");
  for (let at = 0; at < 3; at++) expect(await ask(dial(), WHOLE)).toMatch(/^HTTP\/1.1 200 /);
});

test("a connection that sends more than 100 requests ahead of their responses is closed", async () => {
  const { dial, logged } = await listening();
  const answersTo = (count: number) =>
    new Promise<number>((resolve) => {
      const socket = dial().on("error", () => {});
      let text = "";
      const answers = () => text.split("HTTP/1.1 200 ").length - 1;
      socket.on("close", () => resolve(answers()));
      socket.on("data", (piece) => {
        text += piece;
        if (answers() === count) resolve(count);
      });
      socket.write(WHOLE.repeat(count));
    });
  expect(await answersTo(100)).toBe(100);
  expect(logged.join()).not.toContain('"turned_away"');
  expect(await answersTo(1000)).toBeLessThan(100);
  expect(logged.join()).toContain('"turned_away":1');
});
