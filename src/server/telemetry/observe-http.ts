import type { InstitutionHttp } from "../domain/institutions/institution-http.ts";
import type { OutboundHttp } from "../domain/webhooks/outbound-http.ts";
import type { Telemetry } from "./telemetry.ts";

/** Observes webhooks as operations; `outcome` is the class of the status, or `no_answer`. */
export const observeOutboundHttp = (http: OutboundHttp, telemetry: Telemetry): OutboundHttp => ({
  ...http,
  post: (url, request) =>
    telemetry.run(
      { kind: "webhook", name: "POST" },
      () => http.post(url, request),
      ({ status }) => ({ outcome: classOf(status) }),
    ),
});

/**
 * Observes calls to institutions as operations. The name of an operation is the host that the
 * operator declared, since an institution may name any number of hosts. With `sendsTrace`, the
 * calls send the trace context.
 */
export const observeInstitutionHttp = (
  http: InstitutionHttp,
  telemetry: Telemetry,
  sendsTrace = false,
): InstitutionHttp => ({
  ...http,
  open: (options) => {
    const client = http.open(options);
    const host = options.hosts[0] ?? "unknown";
    return {
      ...client,
      fetch: (url, request) =>
        telemetry.run(
          { kind: "institution", name: request.method, attributes: { host } },
          () => {
            const traceparent = sendsTrace ? telemetry.traceparent() : undefined;
            const headers = { ...request.headers, ...(traceparent && { traceparent }) };
            return client.fetch(url, { ...request, headers });
          },
          ({ status }) => ({ outcome: classOf(status), status }),
        ),
    };
  },
});

const classOf = (status: number | null): string =>
  status === null ? "no_answer" : `${Math.floor(status / 100)}xx`;
