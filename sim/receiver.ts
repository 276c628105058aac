import type { OutboundHttp } from "../src/server/domain/webhooks/outbound-http.ts";
import type { Application } from "./application.ts";
import { createSignatureRule } from "./signatures.ts";
import type { World } from "./world.ts";

/** How long a receiver may take, in ms. */
const LIMIT_MS = 10_000;

/** The delivery of webhooks to applications: refused, broken after arrival, or too late. */
export const receiverOf = (
  world: World,
  find: (host: string) => Application | undefined,
): OutboundHttp => {
  const draw = world.draw("receivers");
  const signatures = createSignatureRule(world);
  const failed = (failure: string) => ({ ms: LIMIT_MS, status: null, failure, excerpt: "" });
  return {
    post: async (url, { headers, body }) => {
      const { hostname } = new URL(url);
      const { faults } = world;
      await world.sleep(draw.between(5, 300));
      const application = find(hostname);
      if (!application) return failed("no such host");
      if (faults.happens("webhook refused", hostname))
        return { ms: 1, status: draw.pick([500, 503, 429, 400]), failure: null, excerpt: "" };
      const received = { began: world.now(), jwt: headers["service-verification"] ?? "" };
      if (!(await signatures.accepts(application, received, body)))
        return { ms: 1, status: 503, failure: null, excerpt: "" };
      application.receive(headers["service-webhook-id"] ?? "", body);
      if (faults.happens("webhook torn", hostname)) return failed("the connection was reset");
      if (faults.happens("webhook late", hostname)) {
        await world.sleep(LIMIT_MS);
        return failed(`no response in ${LIMIT_MS} ms`);
      }
      return { ms: 1, status: 200, failure: null, excerpt: "" };
    },
    close: async () => undefined,
  };
};
