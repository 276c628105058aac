import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type {
  ChartPeriod,
  DashboardOverview,
} from "../../protocol/dashboard/dashboard-overview.ts";
import { FIRST_CLIENT_NAME } from "../../protocol/dashboard/first-client.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, type Router, scopeOf, withQuery } from "../session/route.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { Loading } from "../ui/loading.tsx";
import { numberText, percentText } from "../ui/number-text.ts";
import { durationText, Time, timeText } from "../ui/time.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { SessionChart, WebhookChart } from "./outcome-charts.tsx";
import { LatencyChart, RequestChart } from "./request-charts.tsx";

/** Shows the current state: requests, Link, webhooks, and open tasks. */
export const OverviewPage = ({ state, controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const period: ChartPeriod = address.get("period") === "month" ? "month" : "day";
  const step = period === "day" ? "hour" : "day";
  const scope = scopeOf(address);
  const query = useQuery<DashboardOverview>(
    controller,
    "overview",
    // The controller adds the client to the body. This field makes each client's query different.
    { period, ...(scope.has("client") && { client_id: scope.get("client") }) },
    30_000,
  );
  const { answer } = query;
  // Shown steps stay until the user leaves the page, since the user may be reading the last step.
  const hasShownSteps = useRef(false);
  if (answer?.steps && state.view === "CLIENT" && hasSteps(answer.steps, state.answer))
    hasShownSteps.current = true;
  const rows = answer ? attentionRows(answer, scope) : [];
  return (
    <>
      {!hasShownSteps.current && <Periods {...{ period, router }} />}
      <ReadFailure {...query} />
      {!answer && query.failure === null && <Loading rows={6} />}
      {answer && (
        <div class="overview">
          {rows.length > 0 && <Attention rows={rows} />}
          {state.view === "CLIENT" &&
            state.answer.client.name === FIRST_CLIENT_NAME &&
            state.answer.role === "admin" && <LazyPage page={NAME} props={{ controller }} />}
          {answer.steps && state.view === "CLIENT" && hasShownSteps.current && (
            <LazyPage
              page={STEPS}
              props={{ steps: answer.steps, state, controller, scope, onStep: query.reload }}
            />
          )}
          {/* The steps of a new client have no span of time. */}
          {hasShownSteps.current && <Periods {...{ period, router }} />}
          {rows.length === 0 && <p class="well">All is well: nothing needs attention.</p>}
          <Tiles {...{ answer, period, scope }} />
          <div class="charts">
            <section class="card" aria-label="Requests over time">
              <RequestChart {...{ period, router }} points={answer.points} />
            </section>
            <section class="card" aria-label="Latency over time">
              <LatencyChart {...{ period, router }} points={answer.points} />
            </section>
            <section class="card" aria-label="Link sessions over time">
              <SessionChart {...{ step, router }} points={answer.session_points} />
            </section>
            <section class="card" aria-label="Webhooks over time">
              <WebhookChart {...{ step, router }} points={answer.webhook_points} />
            </section>
          </div>
          <Expiring items={answer.expiring_items} scope={scope} />
        </div>
      )}
    </>
  );
};

const PERIODS = { day: "24 hours", month: "30 days" } as const;

const Periods = ({ period, router }: { period: ChartPeriod; router: Router }) => {
  const { page, query } = router.route.value;
  return (
    <p class="tabs">
      {(["day", "month"] as const).map((unit) => (
        <a
          key={unit}
          href={hrefOf(page, withQuery(query, { period: unit === "day" ? "" : unit }))}
          aria-current={unit === period ? "true" : undefined}
        >
          {PERIODS[unit]}
        </a>
      ))}
      <small>{SPANS[period]()}</small>
    </p>
  );
};

/** The time span of the page's numbers, and the time zone of their hours or days. */
const SPANS = {
  day: () => `until now, by hours in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
  month: () => "until now, by days in UTC",
};

type TilesProps = { answer: DashboardOverview; period: ChartPeriod; scope: URLSearchParams };

const Tiles = ({ answer, period, scope }: TilesProps) => {
  const { points, session_points: sessions, webhook_points: attempts, webhooks } = answer;
  const errors = sumPoints(points, ({ refused, failed }) => refused + failed);
  const requests = sumPoints(points, ({ succeeded }) => succeeded) + errors;
  const slowest = Math.max(...points.map(({ p95 }) => p95 ?? -1));
  const connected = sumPoints(sessions, (point) => point.connected);
  const opened = connected + sumPoints(sessions, ({ exited, open }) => exited + open);
  return (
    <div class="tiles">
      <Tile
        name="Requests"
        href={hrefOf("requests", withQuery(scope, { period }))}
        value={numberText(requests)}
        note={requests === 0 ? "none yet" : `${percentText(errors, requests)} with an error`}
      />
      <Tile
        name="Latency, p95"
        href={hrefOf("requests", withQuery(scope, { sort: "latency" }))}
        value={slowest < 0 ? "—" : durationText(slowest)}
        note={`in the slowest ${period === "day" ? "hour" : "day"}`}
      />
      <Tile
        name="Link, connected"
        href={hrefOf("sessions", scope)}
        value={opened === 0 ? "—" : percentText(connected, opened)}
        note={opened === 0 ? "none opened" : `of ${numberText(opened)} opened`}
      />
      <Tile
        name="Webhooks given up"
        href={hrefOf("webhooks", withQuery(scope, { state: "given_up" }))}
        value={numberText(sumPoints(attempts, ({ given_up }) => given_up))}
        note={`${cappedText(webhooks.waiting)} being tried now`}
      />
    </div>
  );
};

const sumPoints = <Point,>(points: readonly Point[], count: (point: Point) => number): number =>
  points.reduce((sum, point) => sum + count(point), 0);

type TileProps = { name: string; href: string; value: string; note: string };

const Tile = ({ name, href, value, note }: TileProps) => (
  <a class="card tile" href={href}>
    <span>{name}</span>
    <b>{value}</b>
    <small>{note}</small>
  </a>
);

const cappedText = ({ count, more }: DashboardOverview["broken_items"]): string =>
  `${numberText(count)}${more ? "+" : ""}`;

type AttentionRow = [key: string, href: string | null, text: ComponentChildren];

/** Returns all open tasks, each with the address of the filtered list. */
const attentionRows = (answer: DashboardOverview, scope: URLSearchParams): AttentionRow[] => {
  const { broken_items: broken, outages, errors, webhooks, crashed_jobs: crashed } = answer;
  return [
    ...(broken.count > 0
      ? [
          row(
            hrefOf("items", withQuery(scope, { state: "error" })),
            `${cappedText(broken)} ${broken.count === 1 ? "Item needs its user" : "Items need their users"}`,
          ),
        ]
      : []),
    ...(webhooks.given_up.count > 0
      ? [
          row(
            hrefOf("webhooks", withQuery(scope, { state: "given_up" })),
            `${cappedText(webhooks.given_up)} ${webhooks.given_up.count === 1 ? "webhook was" : "webhooks were"} given up`,
          ),
        ]
      : []),
    ...(crashed && crashed.count > 0
      ? [
          [
            "crashed jobs",
            null,
            <>
              {cappedText(crashed)}{" "}
              {crashed.count === 1 ? "job was put aside: it" : "jobs were put aside: each"} ended
              its process <small>service-link jobs list</small>
            </>,
          ] satisfies AttentionRow,
        ]
      : []),
    ...outages.map(({ institution_id, name, down_since }) =>
      row(
        hrefOf(`institutions/${institution_id}`, scope),
        <>
          {name} is down, since <Time at={down_since} />
        </>,
      ),
    ),
    ...errors.map(({ error_code, count }) =>
      row(
        hrefOf("requests", withQuery(scope, { result: error_code ?? "failed" })),
        <>
          {error_code === null ? "An error without a code" : <code>{error_code}</code>}{" "}
          <small>
            {numberText(count)} {count === 1 ? "request" : "requests"}
          </small>
        </>,
      ),
    ),
  ];
};

const Attention = ({ rows }: { rows: AttentionRow[] }) => (
  <section class="card attention" aria-labelledby="attention">
    <h2 id="attention">Needs attention</h2>
    <ul class="rows">
      {rows.map(([key, href, text]) => (
        <li key={key}>{href === null ? text : <a href={href}>{text}</a>}</li>
      ))}
    </ul>
  </section>
);

/** Lists the next consents that end. Shows nothing if no consent ends soon. */
const Expiring = ({
  items,
  scope,
}: {
  items: DashboardOverview["expiring_items"];
  scope: URLSearchParams;
}) =>
  items.length === 0 ? null : (
    <section class="card" aria-labelledby="expiring">
      <h2 id="expiring">Consents that end soon</h2>
      <ul class="rows">
        {items.map(({ item_id, institution_name, ends_at }) => (
          <li key={item_id}>
            <a href={hrefOf(`items/${item_id}`, scope)}>
              {institution_name} <small>until {timeText(ends_at).slice(0, 10)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );

const row = (href: string, text: ComponentChildren): [string, string, ComponentChildren] => [
  href,
  href,
  text,
];

const NAME = { load: async () => (await import("./name-client.tsx")).NameClient };

/** Only the first visits of a new client show the steps, so their code loads on demand. */
const STEPS = { load: async () => (await import("./first-steps.tsx")).FirstSteps };

/**
 * Whether a client has open steps. Outside of production a server cannot complete the last step.
 */
const hasSteps = (
  { called, linked, notified, production }: NonNullable<DashboardOverview["steps"]>,
  { environment }: PageProps["state"]["answer"],
): boolean => !(called && linked && notified && (production || environment !== "production"));
