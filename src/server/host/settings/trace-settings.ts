import { z } from "zod";
import type { TraceSettings } from "../../telemetry/traces.ts";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const Endpoint = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional();

/**
 * The standard OpenTelemetry variables that the server reads. The exporter reads the other
 * variables.
 */
export const TRACE_VARIABLES = {
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default("service-link"),
  OTEL_EXPORTER_OTLP_ENDPOINT: Endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/json", "http/protobuf"], {
      error: "must be http/json: traces are sent as JSON by HTTP, and not gRPC",
    })
    .optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  TRACEPARENT_TO_INSTITUTIONS: z.stringbool().default(false),
};

type Values = z.infer<z.ZodObject<typeof TRACE_VARIABLES>>;

/** Reads the settings of traces from the standard variables; null without a collector. */
export const traceSettings = (values: Values): TraceSettings | null => {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "");
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (url === undefined || values.OTEL_SDK_DISABLED) return null;
  return {
    url,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
    toInstitutions: values.TRACEPARENT_TO_INSTITUTIONS,
  };
};
