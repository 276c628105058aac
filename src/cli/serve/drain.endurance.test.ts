import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildCommand } from "../../testing/test-command.ts";
import { post } from "../../testing/traffic/call.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

const CALL =
  "POST /categories/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

beforeAll(buildCommand);

test.each(["1", "2"])(
  "a server of %s that is told to stop says so to load balancers first, and serves all requests until it stops",
  async (processes) => {
    const server = await serve(newFolder(), ["--processes", processes], { DRAIN_SECONDS: "60" });
    const socket = connect(server.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const ask = async () => {
      let answer = "";
      socket.write(CALL);
      while (!answer.includes("request_id")) answer += String((await once(socket, "data"))[0]);
      return answer;
    };
    expect(await ask()).toMatch(/connection: keep-alive/i);
    const ready = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status;
    expect(await ready()).toBe(200);

    const exit = once(server.child, "exit");
    server.child.kill("SIGTERM");
    await expect.poll(ready).toBe(503);
    expect(await post(server.port, "/categories/get", {}, { isNew: true })).toMatchObject({
      status: 200,
    });
    // This header makes a proxy close its idle connection.
    await expect.poll(ask).toMatch(/connection: close/i);
    server.child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  },
);
