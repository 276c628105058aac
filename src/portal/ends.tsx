import type { PersonConnection } from "../protocol/connections.ts";
import { ConsentEnd } from "./consent-end.tsx";
import type { Controller } from "./controller.ts";

export type EndsProps = { connection: PersonConnection; controller: Controller };

/** The last days of a consent are counted, so that its end surprises no user. */
const COUNTED_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Shows how much of a consent has passed, and if its end is soon, in how many days, or why it has ended. */
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
