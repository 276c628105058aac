import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRequest } from "../dashboard/session/request.ts";
import { type UploadProgress, upload } from "./upload.ts";

/** Starts a server that echoes its request, with the status in its path. */
const startServer = async () => {
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
  await startServer();
  const request = createRequest(upload(() => {}));
  const answer = { request_id: "request-1", type: "application/json", body: { text: "متجر" } };
  expect(await request("200", { text: "متجر" })).toEqual({ kind: "success", answer });
  expect(await request("429", {})).toMatchObject({ kind: "error", waitMs: 2000 });
});

/** Plays the browser's request, since the test's one reports no progress. */
class PlayedRequest {
  static last = new PlayedRequest();
  upload: { onprogress?(event: { loaded: number; total: number }): void; onload?(): void } = {};
  status = 200;
  responseText = "{}";
  onload = () => {};
  onabort = () => {};
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null;
  send = () => {
    PlayedRequest.last = this;
  };
  abort = () => this.onabort();
}

test("the shares that are sent and read are reported until the response", async () => {
  vi.stubGlobal("XMLHttpRequest", PlayedRequest);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const reports: UploadProgress[] = [];
  const shares = [() => null, () => 0.5, () => Promise.reject(new Error("away")), () => 0.75];
  const askShare = vi.fn(async () => (shares.shift() ?? (() => 1))());
  const answer = upload((progress) => reports.push(progress), askShare)("/path", { body: "{}" });
  const { last } = PlayedRequest;
  last.upload.onprogress?.({ loaded: 30, total: 120 });
  last.upload.onload?.();
  await vi.advanceTimersByTimeAsync(4 * 500);
  last.onload();
  expect((await answer).ok).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  last.upload.onprogress?.({ loaded: 120, total: 120 });
  expect(reports).toEqual([
    { at: "sending", share: 0.25 },
    { at: "reading", share: null },
    { at: "reading", share: 0.5 },
    { at: "reading", share: 0.75 },
  ]);
  expect(askShare).toHaveBeenCalledTimes(4);
});

test("an upload is aborted with the reason of its signal", async () => {
  vi.stubGlobal("XMLHttpRequest", PlayedRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const abort = new AbortController();
  const answer = upload(() => {})("/path", { body: "{}", signal: abort.signal });
  abort.abort(new Error("too late"));
  await expect(answer).rejects.toThrow("too late");
});
