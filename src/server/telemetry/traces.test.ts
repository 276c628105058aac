import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { observeInstitutionHttp } from "./observe-http.ts";
import { createTelemetry } from "./telemetry.ts";

type Attribute = { key: string; value: Record<string, unknown> };
type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code: number };
};

/** A collector on this machine, which accepts spans at `/v1/traces`. */
const startCollector = async () => {
  const spans: Span[] = [];
  const services = new Set<unknown>();
  const server: Server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    expect([request.url, request.headers["content-type"]]).toEqual([
      "/v1/traces",
      "application/json",
    ]);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      for (const { key, value } of resource.attributes)
        if (key === "service.name") services.add(value.stringValue);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, spans, services };
};

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";

const valueOfAttribute = ({ attributes }: Span, key: string): unknown => {
  const attribute = attributes.find((attribute) => attribute.key === key);
  return attribute && Object.values(attribute.value)[0];
};

test("a request, its handler and its store calls are spans of the caller's trace", async () => {
  const collector = await startCollector();
  const app = await testApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_SERVICE_NAME: "link-eu",
  });
  const { access_token, item_id } = await app.link();
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  const answer = await app.post(
    "/accounts/get",
    { ...app.credentials, access_token },
    { traceparent },
  );
  await app.post("/accounts/get", { ...app.credentials, access_token: "wrong" }, { traceparent });
  await app.close();

  expect([...collector.services]).toEqual(["link-eu"]);
  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const [request, refusal] = spans.filter(({ name }) => name === "POST /accounts/get");
  const handler = spans.find(({ parentSpanId }) => parentSpanId === request?.spanId);
  if (!request || !refusal || !handler) throw new Error("there are spans");
  expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2 });
  expect(handler).toMatchObject({ name: "handler /accounts/get", kind: 1 });
  expect(valueOfAttribute(request, "http.response.status_code")).toBe(200);
  expect(valueOfAttribute(handler, "service_link.request_id")).toBe(answer.body.request_id);
  expect(valueOfAttribute(handler, "service_link.item_id")).toBe(item_id);
  const store = spans.filter(({ parentSpanId }) => parentSpanId === handler.spanId);
  expect(store.map(({ name }) => name)).toContain("store items.findByAccessToken");
  // A refusal is not a server error.
  expect([valueOfAttribute(refusal, "http.response.status_code"), refusal.status.code]).toEqual([
    400, 0,
  ]);
  const text = JSON.stringify(collector.spans);
  for (const secret of [...Object.values(app.credentials), access_token])
    expect(text).not.toContain(secret);
});

test("a job and the webhook that it sends are spans of one trace", async () => {
  const collector = await startCollector();
  const receiver = await testReceiver();
  const app = await testApp({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.endpoint}/v1/traces`,
  });
  await app.link("ins_109508", ["transactions"], { webhook: receiver.url });
  await app.runJobs();
  await app.close();
  const job = collector.spans.find(({ name }) => name === "job deliver-webhook");
  const webhook = collector.spans.find(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(collector.spans.some(({ name }) => name === "job pull-transactions")).toBe(true);
  expect(
    collector.spans.some(
      ({ name, parentSpanId }) => name === "webhook POST" && parentSpanId !== undefined,
    ),
  ).toBe(true);
  expect(webhook?.traceId).toBe(job?.traceId);
  expect(JSON.stringify(collector.spans)).not.toContain(receiver.url);
});

test("a missing collector delays no request, and a sampler may drop all spans", async () => {
  const collector = await startCollector();
  const none = await testApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: "always_off",
  });
  await none.call("/categories/get");
  await none.close();
  expect(collector.spans).toEqual([]);
  const app = await testApp({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect(await app.call("/categories/get")).toHaveProperty("categories");
});

test("an invalid address or another protocol is refused, and OTEL_SDK_DISABLED switches traces off", async () => {
  const open = (variables: Record<string, string>) => testApp(variables);
  await expect(open({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" })).rejects.toThrow(
    "OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https URL",
  );
  await expect(open({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).rejects.toThrow(/http\/json/);
  const collector = await startCollector();
  const app = await testApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_SDK_DISABLED: "true",
  });
  await app.call("/categories/get");
  await app.close();
  expect(collector.spans).toEqual([]);
});

test("an institution gets the trace context only if enabled, and is measured by its host", async () => {
  const headersByCall: unknown[] = [];
  const endings: unknown[] = [];
  const telemetry = createTelemetry([
    {
      traceparent: () => `00-${TRACE}-${CALLER}-01`,
      ended: ({ kind, attributes }, ending) =>
        endings.push([kind, attributes.host, ending.attributes.outcome]),
    },
  ]);
  const http = {
    open: () => ({
      fetch: async (_: string, { headers }: { headers: object }) => {
        headersByCall.push(headers);
        return new Response(null, { status: 204 });
      },
      close: async () => {},
    }),
    close: async () => {},
  };
  for (const sendsTrace of [false, true])
    await observeInstitutionHttp(http, telemetry, sendsTrace)
      .open({ hosts: ["bank.example"], privateHosts: [] })
      .fetch("https://data.bank.example/accounts/1", { method: "GET", headers: { a: "b" } });
  expect(headersByCall).toEqual([{ a: "b" }, { a: "b", traceparent: `00-${TRACE}-${CALLER}-01` }]);
  expect(endings).toEqual(Array(2).fill(["institution", "bank.example", "2xx"]));
});

test("no span has a token from any place of a request", async () => {
  const collector = await startCollector();
  const app = await testApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  const { access_token } = await app.link();
  const wrong = { start_date: access_token, [access_token]: 1, item_id: [access_token] };
  const headers = { "user-agent": access_token, "service-version": access_token };
  for (const path of ["/item/get", `/item/get?token=${access_token}`, `/${access_token}`])
    for (const body of [wrong, { ...app.credentials, ...wrong }, access_token])
      for (const sent of [{}, headers, { traceparent: access_token }])
        await app.post(path, body, sent);
  await app.close();
  expect(collector.spans.length).toBeGreaterThan(20);
  expect(JSON.stringify(collector.spans)).not.toContain(access_token);
});
