import { useLayoutEffect, useRef } from "preact/hooks";
import { UnfoldingRow } from "../ui/unfolding-row.tsx";
import type { LoggedEvent } from "./use-link.ts";

/** Lists the events of Link as they come, the last one in view; each opens to its data. */
export const EventTable = ({ events }: { events: readonly LoggedEvent[] }) => {
  const table = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (table.current) table.current.scrollTop = table.current.scrollHeight;
  }, [events]);
  if (events.length === 0)
    return <p class="none">Open Link, and its events are listed here as they come.</p>;
  return (
    <section class="card events" aria-labelledby="told">
      <h2 id="told">Events of Link</h2>
      <div role="log" aria-label="Events" class="table" ref={table}>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Event</th>
              <th scope="col">View</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event, index) => (
              <EventRow key={index} event={event} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const EventRow = ({ event: { at, name, detail, href } }: { event: LoggedEvent }) => {
  const problem = textIn(detail, "error_code") ?? textIn(toField(detail, "error"), "error_code");
  return (
    <UnfoldingRow {...{ at, name, detail }} last={textIn(detail, "view_name")}>
      {problem !== undefined && <code class="problem">{problem}</code>}
      {href !== undefined && (
        <a class="link" href={href} target="_blank" rel="noreferrer">
          Open hosted Link
        </a>
      )}
    </UnfoldingRow>
  );
};

const toField = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object(value)[name] : undefined;

/** Returns a field of an event's data, if it is a text that says something. */
const textIn = (value: unknown, name: string): string | undefined => {
  const text = toField(value, name);
  return typeof text === "string" && text !== "" ? text : undefined;
};
