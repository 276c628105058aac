import type {
  DashboardFunnel,
  DashboardLinkUse,
  DashboardLinkUseDetails,
} from "../../protocol/dashboard/dashboard-traffic.ts";
import { SessionChart, sessionSeries } from "../overview/outcome-charts.tsx";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf } from "../session/route.ts";
import { Bars } from "../ui/bars.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { CopiedCode, Details, Properties } from "../ui/details.tsx";
import { Filters } from "../ui/filters.tsx";
import { ItemLink } from "../ui/item-link.tsx";
import { List, listBody } from "../ui/list.tsx";
import { ListWithDetails } from "../ui/list-with-details.tsx";
import { numberText } from "../ui/number-text.ts";
import { ErrorCode } from "../ui/reference-links.tsx";
import { SelectedTime, timeBody } from "../ui/selected-time.tsx";
import { Strip } from "../ui/strip.tsx";
import { durationText, FullTime } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { LinkUseBadge, linkUseColumns, REACHED } from "./link-use-columns.tsx";

const OUTCOMES = {
  "": "All",
  running: "Under way",
  connected: "Connected",
  exited: "Left",
  expired: "Expired",
};

/** Uses of Link: the funnel and the list, or one of them. */
export const SessionsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return (
    <ListWithDetails
      router={props.router}
      list={<LinkUses {...props} />}
      details={id !== null && <LinkUseDetails key={id} {...props} id={id} />}
    />
  );
};

const LinkUses = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const query = useQuery<{ rows: DashboardLinkUse[]; next: string | null }>(
    controller,
    "sessions",
    {
      ...listBody(address),
      ...timeBody(address),
      ...(address.get("outcome") && { outcome: address.get("outcome") }),
    },
    5000,
  );
  return (
    <>
      <Filters
        router={router}
        choices={[{ name: "outcome", label: "Outcome", choices: OUTCOMES }]}
      />
      <Funnel {...{ controller, router }} />
      <SelectedTime router={router} />
      <List
        caption="Link sessions"
        file="link-sessions"
        columns={linkUseColumns(address)}
        keyOf={({ link_session_id }) => link_session_id}
        empty={
          <>
            <h2>No session here</h2>
            <p>
              Each time that a page opens Link, a session begins, and is here within a second or so
              with all that happens in it. Sessions are listed for 30 days.
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};

/** Shows the steps at which users leave Link, the conversion of institutions, and users' errors. */
const Funnel = ({ controller, router }: Pick<PageProps, "controller" | "router">) => {
  const client = router.route.value.query.get("client");
  // The controller adds the client to the body. This field makes each client's query different.
  const { answer } = useQuery<DashboardFunnel>(
    controller,
    "sessions/funnel",
    client === null ? {} : { client_id: client },
    30_000,
  );
  const total = answer?.steps[0]?.count ?? 0;
  if (!answer) return null;
  if (!answer.points.some(({ connected, exited, open }) => connected + exited + open > 0))
    return null;
  const share = (count: number, of: number) =>
    `${numberText(count)} · ${Math.round((count / of) * 100)} %`;
  return (
    <Strip title="Link sessions" time={`${answer.days} days`} series={sessionSeries(answer.points)}>
      <section aria-label="Link sessions over time">
        <SessionChart points={answer.points} step="day" router={router} />
      </section>
      {total > 0 && (
        <section class="funnel" aria-labelledby="funnel">
          <h2 id="funnel">Drop-off in the last {answer.days} days</h2>
          <Bars
            bars={answer.steps.map(({ reached, count }) => ({
              name: REACHED[reached],
              count,
              text: share(count, total),
            }))}
          />
          <div class="halves">
            <div>
              <h3>Connected, of those who chose an institution</h3>
              <Bars
                max={100}
                bars={answer.institutions
                  .slice(0, 8)
                  .map(({ institution_name, chosen, connected }) => ({
                    name: institution_name,
                    count: (connected / chosen) * 100,
                    text: `${numberText(connected)} of ${numberText(chosen)}`,
                  }))}
              />
            </div>
            <div>
              <h3>The last error that they met</h3>
              {answer.errors.length === 0 ? (
                <p class="none">No error.</p>
              ) : (
                <Bars
                  max={total}
                  bars={answer.errors.slice(0, 8).map(({ error_code, count }) => ({
                    name: error_code,
                    count,
                  }))}
                />
              )}
            </div>
          </div>
        </section>
      )}
    </Strip>
  );
};

/** Shows one use of Link as a timeline of Link's events and the server's calls. */
const LinkUseDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardLinkUseDetails>(
    controller,
    "sessions/show",
    { link_session_id: id },
    3000,
  );
  return (
    <Details
      query={query}
      router={router}
      list="All Link sessions"
      kind="Link session"
      nameOf={({ visit }) => visit.institution_name ?? "No institution yet"}
    >
      {({ visit, items, events }) => (
        <>
          <section class="card" aria-labelledby="visit">
            <h2 id="visit">
              Session <LinkUseBadge outcome={visit.outcome} />
            </h2>
            <Properties
              of={[
                [
                  "link_session_id",
                  <CopiedCode key="id" text={visit.link_session_id} name="link_session_id" />,
                ],
                ["Reached", REACHED[visit.reached]],
                ["Exit status", visit.exit_status],
                ["Last error", visit.error_code && <ErrorCode code={visit.error_code} />],
                ...items.map(
                  ({ item_id, institution_name }) =>
                    [
                      "Item",
                      <ItemLink
                        key={item_id}
                        id={item_id}
                        name={institution_name}
                        {...{ scope }}
                      />,
                    ] as const,
                ),
                ["Mode", visit.update_mode && "update mode"],
                ["Client", <ClientName key="client" {...visit} />],
                ["Began", <FullTime key="at" at={visit.started_at} />],
              ]}
            />
          </section>
          <section class="card" aria-labelledby="timeline">
            <h2 id="timeline">Timeline</h2>
            <p class="lead">
              Requests to our server, and the events that the page got, as they happen: within a few
              seconds.
            </p>
            {events.length === 0 ? (
              <p class="none">
                No event is kept of this session: events are kept for 30 days, and a crash of the
                server loses its last second. <a href={hrefOf("try", scope)}>Open Link again</a> to
                see what happens.
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

type TimelineProps = { events: DashboardLinkUseDetails["events"]; from: number };

const Timeline = ({ events, from }: TimelineProps) => (
  <ol class="timeline">
    {events.map(({ event_id, at, source, name, detail, error_code, ms }) => (
      <li key={event_id} class={error_code ? "bad" : source === "link" ? "event" : ""}>
        <span class="number">+{durationText(Math.max(0, at - from))}</span>
        <span>
          <b>{name}</b> {detail} {error_code && <ErrorCode code={error_code} />}
          <small>{source === "link" ? " event" : ` server, ${durationText(ms ?? 0)}`}</small>
        </span>
      </li>
    ))}
  </ol>
);
