import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const TOKEN = "only-for-this-test-0123";
const METRICS = { METRICS_ADDRESS: "127.0.0.1:0" };

const measuredApp = async (variables: Record<string, string> = {}) => {
  const app = await testApp({ ...METRICS, ...variables });
  const get = (headers: Record<string, string> = {}, path = "/metrics", method = "GET") =>
    fetch(`http://127.0.0.1:${app.metricsPort}${path}`, { headers, method });
  return { ...app, get, read: async () => (await get()).text() };
};

/** Returns the value of the line that begins with a name and labels. */
const sample = (text: string, name: string): number | undefined => {
  const line = text.split("\n").find((line) => line.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
};

test("requests are counted by endpoint, version and status, and timed", async () => {
  const { post, link, credentials, read } = await measuredApp();
  const { access_token } = await link();
  await post("/auth/get", { ...credentials, access_token });
  await post(
    "/auth/get",
    { ...credentials, access_token: "wrong" },
    { "service-version": "2019-05-29" },
  );
  await post("/nowhere/at/all", {});
  const text = await read();
  const count = (labels: string) => sample(text, `service_link_requests_total{${labels}}`);
  expect(count('endpoint="/auth/get",version="2020-09-14",status="200"')).toBe(1);
  expect(count('endpoint="/auth/get",version="2019-05-29",status="400"')).toBe(1);
  expect(count('endpoint="none",version="none",status="404"')).toBe(1);
  expect(sample(text, 'service_link_request_duration_seconds_count{endpoint="/auth/get"}')).toBe(2);
  expect(sample(text, 'service_link_store_duration_seconds_count{port="items"}')).toBeGreaterThan(
    0,
  );
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(text).toContain("process_cpu_seconds_total");
});

test("views of Link are counted when sessions reach them", async () => {
  const { startLink, read } = await measuredApp();
  const { bridge } = await startLink();
  await startLink();
  await bridge("institution/select", { institution_id: "ins_109508" });
  const text = await read();
  const count = (view: string) => sample(text, `service_link_link_views_total{view="${view}"}`);
  expect([count("SELECT_INSTITUTION"), count("CREDENTIAL"), count("MFA")]).toEqual([
    2,
    1,
    undefined,
  ]);
});

test("webhooks and jobs are counted by outcome, and waiting jobs have their age", async () => {
  const { link, runJobs, advanceClock, read, services } = await measuredApp();
  const receiver = await testReceiver();
  await link("ins_109508", ["transactions"], { webhook: receiver.url });
  advanceClock(60_000);
  const before = await read();
  const gauge = (name: string) => `service_link_jobs_${name}{job="pull-transactions"}`;
  expect(sample(before, gauge("pending"))).toBe(1);
  expect(sample(before, gauge("oldest_due_seconds"))).toBe(60);
  for (const name of ["suspect", "given_up", "crashed"])
    expect(sample(before, gauge(name))).toBe(0);
  await runJobs();
  advanceClock(60_000);
  const text = await read();
  expect(sample(text, 'service_link_jobs_total{job="pull-transactions",outcome="done"}')).toBe(2);
  expect(sample(text, 'service_link_webhook_attempts_total{outcome="2xx"}')).toBeGreaterThan(0);
  expect(sample(text, "service_link_webhook_lag_seconds_count")).toBe(
    sample(text, 'service_link_webhook_attempts_total{outcome="2xx"}'),
  );
  expect(await services.store.jobs.count("deliver-webhook")).toBe(0);
});

test("Items, and the requests of the last day, are sums over all clients of the store", async () => {
  const { link, post, credentials, advanceClock, writeUsage, read } = await measuredApp();
  await link();
  await post("/item/get", { ...credentials, access_token: "wrong" });
  await writeUsage();
  const text = await read();
  const requests = (text: string, outcome: string) =>
    sample(text, `service_link_day_requests{outcome="${outcome}"}`);
  expect(sample(text, "service_link_items")).toBe(1);
  expect(["succeeded", "refused", "failed"].map((outcome) => requests(text, outcome))).toEqual([
    2, 1, 0,
  ]);
  expect(text).toMatch(/^service_link_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  await link();
  advanceClock(25 * 3_600_000);
  await writeUsage();
  const later = await read();
  expect([sample(later, "service_link_items"), requests(later, "succeeded")]).toEqual([2, 0]);
});

test("no label names a client, an Item, a token or a request", async () => {
  const { link, post, credentials, keys, startLink, read } = await measuredApp();
  const { access_token, item_id } = await link();
  await post("/accounts/get", { ...credentials, access_token });
  const { linkSessionId } = await startLink();
  const text = await read();
  for (const secret of [...Object.values(keys), access_token, item_id, linkSessionId])
    expect(text).not.toContain(secret);
});

test("metrics have a separate address, and require the token if there is one", async () => {
  const { get, request } = await measuredApp({ METRICS_TOKEN: TOKEN });
  expect((await request({ url: "/metrics" })).statusCode).toBe(404);
  expect((await get()).status).toBe(401);
  expect((await get({ authorization: "Bearer other" })).status).toBe(401);
  expect((await get({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  expect((await get({}, "/else")).status).toBe(404);
  expect((await get({}, "/metrics", "POST")).status).toBe(405);
});

test("another machine's address needs a token, and an address in use is named", async () => {
  const open = (variables: Record<string, string>) => testApp(variables);
  await expect(open({ METRICS_ADDRESS: "0.0.0.0:9464" })).rejects.toThrow(/set METRICS_TOKEN/);
  await expect(open({ METRICS_ADDRESS: "nonsense" })).rejects.toThrow(/METRICS_ADDRESS: must be/);
  const { metricsPort } = await measuredApp();
  const address = `127.0.0.1:${metricsPort}`;
  await expect(open({ METRICS_ADDRESS: address })).rejects.toThrow(
    `metrics cannot be served at ${address}`,
  );
});

test("metrics are off without an address", async () => {
  const { metricsPort } = await testApp();
  expect(metricsPort).toBeNull();
});

test("connections are measured, and refused requests are counted", async () => {
  const { server, read } = await measuredApp({ MAX_CONNECTIONS: "1" });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const busy = connect(port, "127.0.0.1");
  onTestFinished(() => void busy.destroy());
  busy.write(
    "POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n",
  );
  await once(server.server, "request");
  expect((await fetch(`http://127.0.0.1:${port}/categories/get`, { method: "POST" })).status).toBe(
    503,
  );
  const text = await read();
  expect(sample(text, "service_link_requests_under_way")).toBe(1);
  expect(sample(text, 'service_link_load_refused_total{event="no_place"}')).toBe(1);
  expect(sample(text, 'service_link_load_refused_total{event="overload"}')).toBe(0);
  expect(await read()).toContain('event="no_place"} 1\n');
});
