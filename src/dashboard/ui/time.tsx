import { agoText, timeText } from "./time.ts";

/** When something was, for the eye in short; the whole of it is its title. */
export const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={timeText(at)}>
    {agoText(at, Date.now())}
  </time>
);
