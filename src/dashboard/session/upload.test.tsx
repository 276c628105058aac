import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createRequest } from "./request.ts";
import { upload } from "./upload.ts";

/** Starts a server that echoes its request, with the status in its path. */
const serverOf = async () => {
  const server = createServer(async (request, response) => {
    const [status = ""] = /\w+$/.exec(request.url ?? "") ?? [];
    const body = (await request.toArray()).join("");
    response.statusCode = Number(status);
    response.setHeader("retry-after", "2");
    const type = request.headers["content-type"];
    response.end(JSON.stringify({ request_id: "request-1", type, body: JSON.parse(body) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close() && server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  Reflect.get(window, "happyDOM").setURL(`http://127.0.0.1:${port}/dashboard`);
};

test("an upload is posted, and its response handled, like any request", async () => {
  await serverOf();
  const request = createRequest(upload(() => {}));
  const answer = { request_id: "request-1", type: "application/json", body: { text: "متجر" } };
  expect(await request("200", { text: "متجر" })).toEqual({ kind: "success", answer });
  expect(await request("429", {})).toMatchObject({ kind: "error", waitMs: 2000 });
});
