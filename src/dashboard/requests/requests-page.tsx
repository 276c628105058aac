import type { TargetedSubmitEvent } from "preact";
import type {
  DashboardRequest,
  DashboardRequestDetails,
  DashboardRequestErrors,
} from "../../protocol/dashboard-traffic.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf, withQuery } from "../route.ts";
import { Badge } from "../ui/badge.tsx";
import { Bars } from "../ui/bars.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { Filters } from "../ui/filters.tsx";
import { Breakable, type Column, List, listBody } from "../ui/list.tsx";
import { durationText, Time, timeText } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.tsx";

const PERIOD_NAMES: Record<string, string> = {
  hour: "Last hour",
  day: "Last day",
  week: "Last 7 days",
  "": "Last 30 days",
};

/** Requests to the API: the list, or one of them. */
export const RequestsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return id === null ? <Requests {...props} /> : <RequestDetails key={id} {...props} id={id} />;
};

const Requests = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const scope = scopeOf(address);
  const result = address.get("result") ?? "";
  const period = address.get("period") ?? "";
  const periodBody = period ? { period } : {};
  const errors = useQuery<DashboardRequestErrors>(
    controller,
    "requests/errors",
    // The body gets the client anyway; here it makes the query another one.
    { ...periodBody, ...(address.has("client") && { client_id: address.get("client") }) },
    30_000,
  );
  const query = useQuery<{ rows: DashboardRequest[]; next: string | null }>(
    controller,
    "requests",
    {
      ...listBody(address),
      ...periodBody,
      ...(result === "failed" ? { failed: true } : result && { error_code: result }),
      ...(address.get("search") && { path: address.get("search") }),
    },
    5000,
  );
  const find = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get("id")).trim();
    if (id) router.go(hrefOf(`requests/${encodeURIComponent(id)}`, scope));
  };
  return (
    <>
      <form class="filters" onSubmit={find}>
        <label>
          <span>request_id</span>
          <input class="text" name="id" maxLength={100} spellcheck={false} autocapitalize="none" />
        </label>
        <button type="submit" class="button small">
          Find
        </button>
      </form>
      <ErrorsCard
        answer={errors.answer}
        period={PERIOD_NAMES[period] ?? ""}
        hrefOf={(code) => hrefOf("requests", withQuery(address, { result: code }))}
      />
      <Filters
        router={router}
        search={{ label: "Path", placeholder: "/auth/get" }}
        choices={[
          { name: "result", label: "Result", choices: resultsOf(errors.answer, result) },
          { name: "period", label: "Period", choices: PERIOD_NAMES },
        ]}
      />
      <List
        caption="Requests"
        columns={columnsFor(scope)}
        keyOf={({ request_id }) => request_id}
        empty={
          <>
            <h2>No request here</h2>
            <p>
              Requests to the API are here within a second or so, for 30 days. A busy second is a
              sample, errors first. <code>REQUEST_LOG=off</code> switches the log off.
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};

/** Returns all results and each error code that occurred, including the one that the address names. */
const resultsOf = (
  answer: DashboardRequestErrors | null,
  result: string,
): Record<string, string> => ({
  "": "All",
  failed: "With an error",
  ...Object.fromEntries(
    [result, ...(answer?.errors.map(({ error_code }) => error_code) ?? [])]
      .filter((code) => code && code !== "failed")
      .map((code) => [code, code]),
  ),
});

const columnsFor = (scope: URLSearchParams): readonly Column<DashboardRequest>[] => [
  {
    name: "Request",
    cell: ({ request_id, path }) => (
      <>
        <a href={hrefOf(`requests/${encodeURIComponent(request_id)}`, scope)}>
          <Breakable text={path} />
        </a>
        <small>{request_id}</small>
      </>
    ),
  },
  {
    name: "Result",
    cell: ({ status, error_code }) => (
      <>
        <Badge {...{ tone: status < 400 ? "good" : "bad", text: `${status}` }} />
        {error_code && (
          <small>
            <Breakable text={error_code} />
          </small>
        )}
      </>
    ),
  },
  { name: "Version", cell: ({ version }) => version ?? "—" },
  { name: "Took", sort: "latency", isNumber: true, cell: ({ ms }) => durationText(ms) },
  { name: "When", sort: "", cell: ({ at }) => <Time at={at} /> },
];

/** The number of bars at most. */
const MAX_BARS = 8;

type ErrorsProps = {
  answer: DashboardRequestErrors | null;
  /** The counted period in words. */
  period: string;
  /** Returns the address of the requests with an error code. */
  hrefOf(code: string): string;
};

/** Counts failed requests of a period by error code; each links to its requests. */
const ErrorsCard = ({ answer, period, hrefOf }: ErrorsProps) => {
  if (!answer || answer.count === 0) return null;
  const first = answer.errors.slice(0, MAX_BARS);
  const rest = answer.count - first.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="card" aria-labelledby="errors">
      <h2 id="errors">Errors by code</h2>
      <p class="lead">
        {period}: {answer.count.toLocaleString("en")} {answer.count === 1 ? "request" : "requests"}{" "}
        with an error.
      </p>
      <Bars
        bars={[
          ...first.map(({ error_code, count }) =>
            error_code === null
              ? { name: "without a code", count }
              : { name: error_code, count, href: hrefOf(error_code) },
          ),
          ...(rest > 0 ? [{ name: "others", count: rest }] : []),
        ]}
      />
    </section>
  );
};

/** Shows one request to the API with its redacted bodies. */
const RequestDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardRequestDetails>(controller, "requests/show", { id });
  return (
    <Details query={query} back={{ href: hrefOf("requests", scope), text: "All requests" }}>
      {({ request }) => (
        <>
          <section class="card" aria-labelledby="request">
            <h2 id="request">
              {request.path}
              <Badge
                {...{ tone: request.status < 400 ? "good" : "bad", text: `${request.status}` }}
              />
            </h2>
            <Properties
              of={[
                ["request_id", <code key="id">{request.request_id}</code>],
                ["Error", request.error_code && <code>{request.error_code}</code>],
                ["Version", request.version],
                ["Took", durationText(request.ms)],
                [
                  "Client",
                  request.client_id === null ? (
                    "none: the keys were wrong"
                  ) : (
                    <ClientName
                      key="client"
                      client_id={request.client_id}
                      client_name={request.client_name}
                    />
                  ),
                ],
                ["When", timeText(request.at)],
              ]}
            />
          </section>
          <Body title="Request" text={request.sent} />
          <Body title="Answer" text={request.answered} />
          <p class="lead">
            Every secret, and all data of people, accounts or money, is shown as “…”.
          </p>
        </>
      )}
    </Details>
  );
};

const Body = ({ title, text }: { title: string; text: string | null }) => (
  <section class="card" aria-label={title}>
    <h2>{title}</h2>
    {text === null ? (
      <p class="none">It was too long to be kept, or there was none.</p>
    ) : (
      <pre>{JSON.stringify(JSON.parse(text), null, 2)}</pre>
    )}
  </section>
);
