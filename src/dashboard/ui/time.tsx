import { agoText, timeText } from "./time.ts";

/** A time in short, with the whole of it as its title. */
export const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={timeText(at)}>
    {agoText(at, Date.now())}
  </time>
);
