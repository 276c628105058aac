import type { Check } from "../../check.ts";
import type { RefusedObjects } from "../../consents/observations.ts";
import type { Reply } from "../../reply.ts";

type Words = Pick<Check, "id" | "what" | "fix"> & { of: keyof RefusedObjects };

/** A check that a request object is refused. */
const refused = ({ of, ...words }: Words): Check => ({
  ...words,
  area: "Authorization",
  find: ({ consent }) => {
    const reply = consent?.requestObjects?.[of];
    return reply === undefined || reply.status === null ? undefined : takenFault(reply);
  },
});

/** A refusal is an error status, or an error in the address of the user's redirect. */
const takenFault = ({ status, headers }: Reply): string | null =>
  (status ?? 0) >= 400 || /[?&#]error=/.test(headers.get("location") ?? "")
    ? null
    : `responds ${status}, and begins a sign-in`;

/** The checks of signed authorization requests (RFC 9101). */
export const requestObjectChecks: readonly Check[] = [
  refused({
    of: "tampered",
    id: "request-object-signature",
    what: "refuses a request object with a wrong signature",
    fix: "verify the signature of `request` by the client's keys, and refuse the request otherwise",
  }),
  refused({
    of: "expired",
    id: "request-object-expiry",
    what: "refuses a request object that has expired",
    fix: "refuse a `request` whose exp has passed",
  }),
  refused({
    of: "otherAudience",
    id: "request-object-audience",
    what: "refuses a request object for another issuer",
    fix: "refuse a `request` whose aud is not your issuer",
  }),
];
