/** A time in short, with the whole of it as its title. */
export const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={timeText(at)}>
    {agoText(at, Date.now())}
  </time>
);

/** A time in whole, as details show it, with how long ago it was. */
export const FullTime = ({ at }: { at: number }) => (
  <>
    <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>{" "}
    <small>{agoText(at, Date.now())}</small>
  </>
);

/** Says when a key was last used: `was last used 5 min ago`. */
export const LastUse = ({ at }: { at: number | null }) =>
  at === null ? (
    <>was never used</>
  ) : (
    <>
      was last used <Time at={at} />
    </>
  );

const DAY_MS = 86_400_000;

/** Returns a time in the reader's time zone, to the second: `2026-01-15 12:00:05`. */
export const timeText = (at: number): string => {
  const date = new Date(at);
  const [year, month, day, hour, minute, second] = [
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ].map((part) => String(part).padStart(2, "0"));
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** Returns how long ago a time was, or how far off it is: `just now`, `5 min ago`, `3 days ago`, `in 5 min`. */
const agoText = (at: number, now: number): string => {
  if (at > now) return `in ${awayText(at - now)}`;
  const ms = Math.max(0, now - at);
  if (ms < 60_000) return "just now";
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / 3_600_000)} h ago`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? "1 day ago" : `${days} days ago`;
};

/** Returns how far off a time is, without the part that changes while it is read: `5 s`, `12 min`, `3 h`, `2 days`. */
const awayText = (ms: number): string => {
  if (ms < 60_000) return `${Math.ceil(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
};

/** Returns a duration in words: `12 ms`, `1.4 s`, `2 min 5 s`, `3 h 20 min`. */
export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
};
