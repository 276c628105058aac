import { Deviations } from "../../../domain/institutions/deviations.ts";
import type { ConsentSession } from "./exchange.ts";
import type { ConsentObservations, Exchange } from "./observations.ts";

/** A deviation to try after a refusal, in the form of `--deviation`. */
type Alternative = { deviation: string; change: Partial<Deviations> };

const NO_PERSON: Alternative = {
  deviation: "person-headers=none",
  change: { personHeaders: "none" },
};

const DATE: Alternative = {
  deviation: "header:date={date}",
  change: { headers: { date: "{date}" } },
};

/** The deviations that may make a refused request acceptable, by the kind of request. */
const ALTERNATIVES: Readonly<
  Record<"consent" | "accounts" | "transactions", readonly Alternative[]>
> = {
  consent: [
    { deviation: "consent=global", change: { consent: "global" } },
    { deviation: "consent=detailed", change: { consent: "detailed" } },
    { deviation: "consent-days=90", change: { consentDays: 90 } },
    NO_PERSON,
    DATE,
  ],
  accounts: [NO_PERSON, DATE],
  transactions: [
    { deviation: "booking-status=booked", change: { bookingStatus: "booked" } },
    { deviation: "history-days=90", change: { historyDays: 90 } },
    { deviation: "period=none", change: { period: "none" } },
    NO_PERSON,
    DATE,
  ],
};

/** The statuses that a deviation may cure. A refused token and too many requests are excluded. */
export const CURABLE = [400, 403, 406, 415, 422];

/**
 * Sends a request. If it is refused, retries with one more deviation at a time. An accepted
 * deviation becomes a proposal. Returns its reply and the continued session; without success, the
 * first reply.
 */
export const tryAlternatives = async (
  session: ConsentSession,
  consent: ConsentObservations,
  at: keyof typeof ALTERNATIVES,
  request: (session: ConsentSession) => Promise<Exchange>,
): Promise<{ session: ConsentSession; reply: Exchange }> => {
  const first = await request(session);
  if (!CURABLE.includes(first.status ?? 0)) return { session, reply: first };
  for (const { deviation, change } of ALTERNATIVES[at]) {
    const headers = { ...session.deviations.headers, ...change.headers };
    const deviations = Deviations.parse({ ...session.deviations, ...change, headers });
    // A deviation that is already declared cannot help.
    if (JSON.stringify(deviations) === JSON.stringify(session.deviations)) continue;
    const next = { ...session, deviations };
    const reply = await request(next);
    if ((reply.status ?? 0) >= 300 || reply.status === null) continue;
    consent.proposals.push({ at, refusal: first, deviation });
    return { session: next, reply };
  }
  return { session, reply: first };
};
