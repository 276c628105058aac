import { createOutboundHttp } from "../../server/adapters/outbound-http.ts";
import { wait } from "../../server/adapters/timers.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { signRequest } from "../../server/webhooks/sign-request.ts";
import type { Context } from "../context.ts";
import { attemptLine, describeResponse, type Parts, withParts } from "./inspect-webhooks.ts";

/**
 * The pause between polls, and how far a poll looks back, since an attempt is stored at its end.
 */
const LOOK_EVERY_MS = 300;
const LOOK_BACK_MS = 60_000;

/**
 * Prints each attempt to send a webhook. With a forwarding URL, also sends each webhook once to the
 * URL.
 */
export const tailWebhooks = async (
  { data, forward }: { data: string; forward: string | undefined },
  context: Context,
): Promise<void> => {
  if (forward !== undefined && !URL.canParse(forward))
    throw new SettingsError(`--forward must be a URL, not ${forward}`);
  const stop = context.stopSignal();
  await withParts(data, context, (parts) => follow(parts, forward, context, stop));
};

async function follow(
  parts: Parts,
  forward: string | undefined,
  { out, clock }: Context,
  stop: AbortSignal,
): Promise<void> {
  // A person who may read the store may also choose the forwarding address.
  const outgoing = createOutboundHttp({ environment: "sandbox", outboundHosts: null });
  const { deliveries } = parts.store;
  const toName = (deliveryId: string, number: number) => `${deliveryId} ${number}`;
  const previous = await deliveries.attemptsSince(clock() - LOOK_BACK_MS);
  let printedNames = new Set(
    previous.map(({ delivery, number }) => toName(delivery.deliveryId, number)),
  );
  out(`Waiting for webhooks${forward === undefined ? "" : `, to forward to ${forward}`}\n`);
  while (!stop.aborted) {
    const attempts = await deliveries.attemptsSince(clock() - LOOK_BACK_MS);
    for (const { delivery, number, attempt } of attempts) {
      if (printedNames.has(toName(delivery.deliveryId, number))) continue;
      out(`${attemptLine(delivery, number, attempt)}\n`);
      if (forward === undefined || number > 1) continue;
      const answer = await outgoing.post(
        forward,
        await signRequest(delivery, { ...parts, wallClock: clock }),
      );
      out(`  forwarded: ${describeResponse(answer)}\n`);
    }
    printedNames = new Set(
      attempts.map(({ delivery, number }) => toName(delivery.deliveryId, number)),
    );
    await wait(LOOK_EVERY_MS, stop);
  }
  await outgoing.close();
}
