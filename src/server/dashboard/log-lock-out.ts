import { Fault } from "../domain/fault.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";

/** How many entries guesses can make: whoever guesses on must not fill the audit log. */
const ENTRIES: Record<"address" | "all", Limit> = {
  address: { perMinute: 1, code: "RATE_LIMIT" },
  all: { perMinute: 10, code: "RATE_LIMIT" },
};

/** Logs that an address has guessed the operator's password as often as it may, at most once a minute. */
export const logLockOut = async (
  address: string,
  { guessLimiter: limiter, store, clock }: Services,
): Promise<void> => {
  const isDue =
    (await isWithin(limiter.pass(`lock-out ${address}`, ENTRIES.address))) &&
    (await isWithin(limiter.pass("lock-out", ENTRIES.all)));
  if (!isDue) return;
  await store.audit.append({
    at: clock(),
    actor: { kind: "dashboard", name: address },
    action: "operator.lock_out",
    subject: "operator",
  });
};

/** Whether a limiter let a call pass. */
export const isWithin = (call: Promise<void>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Fault && error.code === "RATE_LIMIT") return false;
      throw error;
    },
  );
