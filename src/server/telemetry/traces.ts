import type { Span, SpanKind, Tracer } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import { Fault } from "../domain/fault.ts";
import { logContext } from "../domain/log-context.ts";
import type { Attributes, Observer, Operation, OperationEnd } from "./telemetry.ts";

/**
 * The maximum time in ms that a stopping process waits for the collector to receive the last spans.
 */
const LAST_SPANS_MS = 2000;

/** The collector of traces and the sampling. */
export type TraceSettings = {
  url: string;
  serviceName: string;
  sampler: `${"" | "parentbased_"}${"always_on" | "always_off" | "traceidratio"}`;
  /** The share of kept traces, from 0 to 1. */
  ratio: number;
  /** Whether calls to institutions carry their trace context. */
  toInstitutions: boolean;
};

type Api = typeof import("@opentelemetry/api");
type Sdk = typeof import("@opentelemetry/sdk-trace");

/**
 * Sends operations as spans to a collector, by OTLP over HTTP in JSON. A broken collector delays no
 * request: spans wait in a bounded queue, and a full queue drops spans.
 */
export const createTraces = async (
  { url, serviceName, sampler, ratio }: TraceSettings,
  log: FastifyBaseLogger,
): Promise<{ observer: Observer; close(): Promise<void> }> => {
  const [api, core, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const report = (...words: unknown[]) => log.warn({ words: words.map(String) }, "OpenTelemetry");
  const quiet = () => {};
  api.diag.setLogger(
    { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const detectors = [resources.envDetector];
  const provider = new sdk.TracerProvider({
    sampler: createSampler(sdk, sampler, ratio),
    resource: resources
      .detectResources({ detectors })
      .merge(resources.resourceFromAttributes({ "service.name": serviceName })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const propagator = new core.W3CTraceContextPropagator();
  return {
    observer: createObserver(provider.getTracer("service-link"), api, propagator),
    close: () => withTimeout(provider.shutdown().catch(report)),
  };
};

function createSampler(sdk: Sdk, name: TraceSettings["sampler"], ratio: number): Sampler {
  const [first, second] = name.split("parentbased_");
  const roots: Record<string, () => Sampler> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const root = (roots[second ?? first ?? ""] ?? (() => new sdk.AlwaysOnSampler()))();
  return second === undefined ? root : new sdk.ParentBasedSampler({ root });
}

type Propagator = InstanceType<typeof import("@opentelemetry/core").W3CTraceContextPropagator>;

function createObserver(tracer: Tracer, api: Api, propagator: Propagator): Observer {
  const { ROOT_CONTEXT, defaultTextMapGetter, defaultTextMapSetter, trace } = api;
  const spans = new WeakMap<Operation, Span>();
  const kinds: Record<Operation["kind"], SpanKind> = {
    request: api.SpanKind.SERVER,
    handler: api.SpanKind.INTERNAL,
    store: api.SpanKind.CLIENT,
    institution: api.SpanKind.CLIENT,
    webhook: api.SpanKind.CLIENT,
    job: api.SpanKind.CONSUMER,
  };

  const toContext = ({ parent, traceparent }: Operation) => {
    const span = parent && spans.get(parent);
    if (span) return trace.setSpan(ROOT_CONTEXT, span);
    if (traceparent === undefined) return ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  };

  return {
    began: (operation) => {
      const { kind, name, parent, attributes } = operation;
      // Polls for due jobs have no parent and are too many for traces.
      if (kind === "store" && !parent) return;
      const title = kind === "request" ? name : `${kind} ${name}`;
      const options = { kind: kinds[kind], attributes: withPrefix(attributes) };
      spans.set(operation, tracer.startSpan(title, options, toContext(operation)));
    },
    ended: (operation, ending) => {
      const span = spans.get(operation);
      if (!span) return;
      describe(span, operation, ending, api);
      span.end();
    },
    traceparent: (operation) => {
      const span = spans.get(operation);
      if (!span) return undefined;
      const carrier: Record<string, string> = {};
      propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
      return carrier.traceparent;
    },
  };
}

/** Attributes with a standard name in OpenTelemetry. */
const NAMES: Record<string, string> = {
  endpoint: "http.route",
  method: "http.request.method",
  status: "http.response.status_code",
  host: "server.address",
};

const withPrefix = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      NAMES[name] ?? `service_link.${name}`,
      value,
    ]),
  );

function describe(
  span: Span,
  { kind }: Operation,
  { attributes, failure }: OperationEnd,
  api: Api,
): void {
  span.setAttributes(withPrefix(attributes));
  // The log context is complete only at the end.
  if (kind === "handler" || kind === "job") span.setAttributes(withPrefix({ ...logContext() }));
  const isFault = failure instanceof Fault;
  if (failure !== undefined)
    span.setAttribute("error.type", isFault ? failure.code : toName(failure));
  // A refusal is not a server error.
  const isError = failure !== undefined && !(isFault && failure.status < 500);
  if (isError || (kind === "request" && Number(attributes.status) >= 500))
    span.setStatus({ code: api.SpanStatusCode.ERROR });
}

const toName = (failure: unknown): string => (failure instanceof Error ? failure.name : "unknown");

async function withTimeout(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_SPANS_MS);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
