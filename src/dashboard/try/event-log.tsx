import { timeText } from "../ui/time.ts";

/** Something that Link told the page, or that was asked for it. */
export type LoggedEvent = { at: number; name: string; detail: string };

/** What Link tells, as it comes. */
export const EventLog = ({ events }: { events: readonly LoggedEvent[] }) => (
  <section class="card" aria-labelledby="told">
    <h2 id="told">What Link tells</h2>
    {events.length === 0 ? (
      <p class="none">Open Link, and its events are printed here as they come.</p>
    ) : (
      <div role="log" aria-label="Events">
        <ol class="timeline">
          {events.map(({ at, name, detail }, index) => (
            <li key={index} class="event">
              <time>{timeText(at).slice(11)}</time>
              <span>
                <b>{name}</b>
                <small>{detail}</small>
              </span>
            </li>
          ))}
        </ol>
      </div>
    )}
  </section>
);
