import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildCommand, runCommand } from "../../testing/test-command.ts";
import { post } from "../../testing/traffic/call.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

const HEAD = "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
const MAX_FILES = 240;

beforeAll(buildCommand);

test("a server with few file descriptors returns 503 to excess connections, and recovers when they close", async () => {
  const server = await serve(newFolder(), [], {}, { maxFiles: MAX_FILES });
  let refusals = 0;
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(server.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("data", (text) => {
      if (String(text).startsWith("HTTP/1.1 503 ")) refusals += 1;
    });
    // The body never arrives, so the request keeps its slot.
    socket.write(`${HEAD}content-length: 2\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => refusals).toBeGreaterThanOrEqual(20);

  // As many as the system lets through, and more.
  const crowd = Array.from({ length: 400 }, () =>
    connect(server.port, "127.0.0.1").on("error", () => {}),
  );
  onTestFinished(() => {
    for (const socket of crowd) socket.destroy();
  });
  await Promise.all(crowd.map((socket) => once(socket, "connect").catch(() => null)));
  for (const socket of [...sockets, ...crowd]) socket.destroy();
  await expect
    .poll(() => post(server.port, "/categories/get", {}, { isNew: true }).catch(() => null))
    .toMatchObject({ status: 200 });
  const { link, exchange } = createApplication(() => server.port);
  expect(await exchange(await link())).toMatch(/^access-/);
  expect(await server.stop()).toBe(0);
});

test("a folder on a file system without free inodes is refused", async () => {
  const result = await runCommand(["serve", "--port", "0", "--no-demo", "--data", "/proc/x"]);
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toMatch(/^service-link: [^\n]*\/proc\/x[^\n]*\n$/);
});
