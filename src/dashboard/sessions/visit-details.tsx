import type { DashboardVisitDetails } from "../../protocol/dashboard-traffic.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { ClientName } from "../ui/client-name.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { durationText } from "../ui/time.ts";
import { Time } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.ts";
import { REACHED, VisitBadge } from "./visit-columns.tsx";

/** One use of Link as a timeline: what Link told, and what the server saw. */
export const VisitDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardVisitDetails>(
    controller,
    "sessions/show",
    { link_session_id: id },
    3000,
  );
  return (
    <Details query={query} back={{ href: hrefOf("sessions", scope), text: "All Link sessions" }}>
      {({ visit, events }) => (
        <>
          <section class="card" aria-labelledby="visit">
            <h2 id="visit">
              {visit.institution_name ?? "No institution yet"}{" "}
              <VisitBadge outcome={visit.outcome} />
            </h2>
            <Properties
              of={[
                ["link_session_id", <code key="id">{visit.link_session_id}</code>],
                ["Came to", REACHED[visit.reached]],
                ["Exit status", visit.exit_status],
                ["Last error", visit.error_code && <code>{visit.error_code}</code>],
                ["Mode", visit.update_mode && "update mode"],
                ["Client", <ClientName key="client" {...visit} />],
                ["Began", <Time key="at" at={visit.started_at} />],
              ]}
            />
          </section>
          <section class="card" aria-labelledby="timeline">
            <h2 id="timeline">Timeline</h2>
            <p class="lead">
              What our server was asked, and the events that the page got, as they happen: within a
              few seconds.
            </p>
            {events.length === 0 ? (
              <p class="none">
                None is kept of this session: events are kept for 30 days, and a crash of the server
                loses its last second. <a href={hrefOf("try", scope)}>Open Link again</a> to see
                what happens.
              </p>
            ) : (
              <Timeline events={events} from={visit.started_at} />
            )}
          </section>
        </>
      )}
    </Details>
  );
};

type TimelineProps = { events: DashboardVisitDetails["events"]; from: number };

const Timeline = ({ events, from }: TimelineProps) => (
  <ol class="timeline">
    {events.map(({ event_id, at, source, name, detail, error_code, ms }) => (
      <li key={event_id} class={error_code ? "bad" : source === "link" ? "event" : ""}>
        <span class="number">+{durationText(Math.max(0, at - from))}</span>
        <span>
          <b>{name}</b> {detail} {error_code && <code>{error_code}</code>}
          <small>{source === "link" ? " event" : ` server, ${durationText(ms ?? 0)}`}</small>
        </span>
      </li>
    ))}
  </ol>
);
