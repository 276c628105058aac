import type { PersonConnection } from "../protocol/connections.ts";
import { ConsentEnd } from "./consent-end.tsx";
import type { Controller } from "./controller.ts";

export type EndsProps = { connection: PersonConnection; controller: Controller };

/** The number of last days with a countdown, so that a consent's end surprises no user. */
const COUNTED_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Shows the passed share of a consent. Shortly before its end, also shows the remaining days;
 * afterwards, the reason of the end.
 */
export const View = ({ connection, controller }: EndsProps) => {
  const { signed_in_at, until } = connection;
  if (until === null) return null;
  const [start, end, now] = [Date.parse(signed_in_at), Date.parse(until), Date.now()];
  const days = Math.ceil((end - now) / DAY_MS);
  const { lang } = document.documentElement;
  const inDays = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
  return (
    <>
      {days >= 0 && days <= COUNTED_DAYS && <span class="soon">({inDays})</span>}
      <progress
        aria-label={inDays}
        max={Math.max(end - start, 1)}
        value={Math.min(Math.max(now - start, 0), end - start)}
        style={{ display: "block", width: "100%", accentColor: "var(--accent)" }}
      />
      <ConsentEnd {...{ connection, controller }} />
    </>
  );
};
