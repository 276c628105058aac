import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import type { LookUp } from "./checked-lookup.ts";
import { createOutboundHttp } from "./outbound-http.ts";

const REQUEST = { headers: { "content-type": "application/json" }, body: "{}" };

const outgoing = (options: Partial<Parameters<typeof createOutboundHttp>[0]> = {}) => {
  const client = createOutboundHttp({
    environment: "sandbox",
    outboundHosts: null,
    responseLimit: 300,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
};

/** Starts a server that runs `speak` on each connection, HTTP or not. */
const peer = async (speak: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, sockets };
};

/** Sends the same chunk until the receiver closes the connection. */
const endlessly = (socket: Socket, piece: () => string | Buffer) => {
  const push = () => {
    while (!socket.destroyed && socket.write(piece()));
  };
  socket.on("drain", push);
  push();
};

describe("a receiver", () => {
  test("a receiver gets the exact body, and the beginning of its response is read", async () => {
    const receiver = await testReceiver();
    receiver.behave((response) => response.writeHead(202).end("x".repeat(5000)));
    const answer = await outgoing().post(receiver.url, { ...REQUEST, body: '{"a":"\u00fc"}' });
    expect(answer).toMatchObject({ status: 202, failure: null, excerpt: "x".repeat(4096) });
    expect(receiver.received[0]?.text).toBe('{"a":"\u00fc"}');
  });

  test("a redirect is not followed", async () => {
    const [elsewhere, receiver] = [await testReceiver(), await testReceiver()];
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.behave((response) => response.writeHead(status, { location: elsewhere.url }).end());
      expect(await outgoing().post(receiver.url, REQUEST)).toMatchObject({ status });
    }
    expect(elsewhere.received).toEqual([]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ["never responds", () => {}],
    [
      "responds after the time is over",
      (socket) => {
        setTimeout(() => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), 1000).unref();
      },
    ],
    [
      "sends headers slowly and without an end",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const timer = setInterval(() => socket.write("x-more: 1\r\n"), 20);
        socket.on("close", () => clearInterval(timer));
      },
    ],
  ])("a receiver that %s has not responded in time", async (_, speak) => {
    const { url } = await peer(speak);
    expect(await outgoing().post(url, REQUEST)).toMatchObject({
      status: null,
      failure: "no response in 300 ms",
    });
  });

  test.each<[string, (socket: Socket) => void]>([
    ["resets the connection", (socket) => socket.resetAndDestroy()],
    ["hangs up", (socket) => void socket.end()],
    ["hangs up in the middle of a header", (socket) => void socket.end("HTTP/1.1 200 O")],
    ["speaks something else", (socket) => void socket.end("220 mail.example ESMTP\r\n")],
    [
      "sends endless headers",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        endlessly(socket, () => `x-more-${Math.random()}: ${"y".repeat(1000)}\r\n`);
      },
    ],
  ])("a receiver that %s has failed, in words", async (_, speak) => {
    const { url } = await peer(speak);
    const { status, failure } = await outgoing({ responseLimit: 20_000 }).post(url, REQUEST);
    expect(status).toBeNull();
    expect(failure).toMatch(/\w/);
    expect(failure).not.toContain("no response in");
  });

  test("an endless response counts as received, and its connection is closed", async () => {
    let byteCount = 0;
    const { url, sockets } = await peer((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        endlessly(socket, () => {
          byteCount += 65_536;
          return Buffer.alloc(65_536, "z");
        });
      });
    });
    const { status, excerpt } = await outgoing({ responseLimit: 20_000 }).post(url, REQUEST);
    expect([status, excerpt]).toEqual([200, "z".repeat(4096)]);
    for (const socket of sockets) await new Promise((resolve) => socket.once("close", resolve));
    expect(byteCount).toBeLessThan(50_000_000);
  });

  test("a response that stops within its body counts as received", async () => {
    const { url } = await peer((socket) => {
      socket.write("HTTP/1.1 204 OK\r\ncontent-length: 1000\r\n\r\nhal");
    });
    expect(await outgoing().post(url, REQUEST)).toMatchObject({ status: 204 });
    const silentPeer = await peer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhal");
    });
    expect(await outgoing().post(silentPeer.url, REQUEST)).toMatchObject({
      status: 200,
      excerpt: "hal",
    });
  });

  test("a missing receiver is a failure", async () => {
    const receiver = await testReceiver();
    await receiver.close();
    const answer = await outgoing().post(receiver.url, REQUEST);
    expect(answer.failure).toContain("ECONNREFUSED");
  });
});

test("a host outside the operator's list is never connected to", async () => {
  const receiver = await testReceiver();
  const outboundHosts = ["hooks.example", "localhost"];
  const answer = await outgoing({ outboundHosts }).post(receiver.url, REQUEST);
  expect(answer).toMatchObject({
    status: null,
    failure: "the URL must be at a host that this server may call, which 127.0.0.1 is not",
  });
  expect(receiver.received).toEqual([]);
  const lookUp: LookUp = (_, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]);
  const url = receiver.url.replace("127.0.0.1", "hooks.example");
  expect(await outgoing({ outboundHosts, lookUp }).post(url, REQUEST)).toMatchObject({
    status: 200,
  });
});

test("the operator's list opens no private network", async () => {
  const lookUp: LookUp = (_, callback) => callback(null, [{ address: "10.0.0.1", family: 4 }]);
  const answer = await outgoing({
    environment: "production",
    outboundHosts: ["hooks.example"],
    lookUp,
  }).post("https://hooks.example/", REQUEST);
  expect(answer.failure).toBe("hooks.example has no public address");
});

describe("a name", () => {
  const means =
    (...addresses: string[]): LookUp =>
    (_, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );

  test("a name of this machine is connected to only in the sandbox", async () => {
    let connections = 0;
    const { port } = await peer((socket) => {
      connections++;
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    const lookUp = means("127.0.0.1");
    const inSandbox = await outgoing({ lookUp }).post(`http://rebound.example:${port}/`, REQUEST);
    expect([inSandbox.status, connections]).toEqual([200, 1]);

    for (const environment of ["development", "production"] as const) {
      const answer = await outgoing({ environment, lookUp }).post(
        `https://rebound.example:${port}/`,
        REQUEST,
      );
      expect(answer).toMatchObject({
        status: null,
        failure: "rebound.example has no public address",
      });
    }
    expect(connections).toBe(1);
  });

  test("a name with several addresses is connected to only at its public ones", async () => {
    const hostnames: string[] = [];
    let connections = 0;
    const { port } = await peer(() => connections++);
    const lookUp: LookUp = (hostname, answer) => {
      hostnames.push(hostname);
      means("127.0.0.1", "::1", "10.0.0.1", "::ffff:127.0.0.1")(hostname, answer);
    };
    const answer = await outgoing({ environment: "production", lookUp }).post(
      `https://many.example:${port}/`,
      REQUEST,
    );
    expect(answer.failure).toBe("many.example has no public address");
    expect([hostnames, connections]).toEqual([["many.example"], 0]);
  });

  test("an unknown name fails with a message", async () => {
    const lookUp: LookUp = (_, answer) => answer(new Error("getaddrinfo ENOTFOUND gone"), []);
    const { failure } = await outgoing({ lookUp }).post("http://gone.example/", REQUEST);
    expect(failure).toBe("getaddrinfo ENOTFOUND gone");
  });

  test("an address without a look-up is checked as well", async () => {
    let connections = 0;
    const { port } = await peer(() => connections++);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"]) {
      const answer = await outgoing({ environment: "production" }).post(
        `https://${host}:${port}/`,
        REQUEST,
      );
      expect(answer.failure).toBe("the URL must be a public address");
    }
    expect(connections).toBe(0);
  });
});
