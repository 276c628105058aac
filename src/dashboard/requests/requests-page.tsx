import type {
  DashboardRequest,
  DashboardRequestDetails,
  DashboardRequestErrors,
} from "../../protocol/dashboard/dashboard-traffic.ts";
import { RequestChart, requestSeries } from "../overview/request-charts.tsx";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf, withQuery } from "../session/route.ts";
import { Badge } from "../ui/badge.tsx";
import { Bars } from "../ui/bars.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CopiedCode, Details, Properties } from "../ui/details.tsx";
import { Filters } from "../ui/filters.tsx";
import { ItemLink } from "../ui/item-link.tsx";
import { List, listBody } from "../ui/list.tsx";
import { ListWithDetails } from "../ui/list-with-details.tsx";
import { numberText } from "../ui/number-text.ts";
import { ErrorCode, referenceHref } from "../ui/reference-links.tsx";
import { SelectedTime, timeBody } from "../ui/selected-time.tsx";
import { Strip } from "../ui/strip.tsx";
import { durationText, timeText } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { requestColumns } from "./request-columns.tsx";

const PERIOD_NAMES: Record<string, string> = {
  hour: "Last hour",
  day: "Last day",
  week: "Last 7 days",
  "": "Last 30 days",
};

/** The form of a request_id. No path has this form. */
const REQUEST_ID = /^[0-9A-Za-z]{15}$/;

/** Requests to the API: the list, or one of them. */
export const RequestsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return (
    <ListWithDetails
      router={props.router}
      list={<Requests {...props} />}
      details={id !== null && <RequestDetails key={id} {...props} id={id} />}
    />
  );
};

const Requests = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const scope = scopeOf(address);
  const result = address.get("result") ?? "";
  const period = address.get("period") ?? "";
  const periodBody = period ? { period } : {};
  const item = address.get("item");
  const version = address.get("version") ?? "";
  const errors = useQuery<DashboardRequestErrors>(
    controller,
    "requests/errors",
    // The controller adds the client to the body. This field makes each client's query different.
    { ...periodBody, ...(address.has("client") && { client_id: address.get("client") }) },
    30_000,
  );
  const query = useQuery<{ rows: DashboardRequest[]; next: string | null }>(
    controller,
    "requests",
    {
      ...listBody(address),
      ...(timeBody(address) ?? periodBody),
      ...(result === "failed" ? { failed: true } : result && { error_code: result }),
      ...(address.get("search") && { path: address.get("search") }),
      ...(version && { version }),
      ...(item && { item_id: item }),
    },
    5000,
  );
  const chartPeriod = period === "hour" || period === "day" ? "day" : "month";
  return (
    <>
      <Filters
        router={router}
        search={{
          label: "Path or request_id",
          placeholder: "/auth/get",
          hrefOf: (text) =>
            REQUEST_ID.test(text) ? hrefOf(`requests/${encodeURIComponent(text)}`, scope) : null,
        }}
        choices={[
          { name: "result", label: "Result", choices: resultsOf(errors.answer, result) },
          { name: "version", label: "Version", choices: toVersions(errors.answer, version) },
          { name: "period", label: "Period", choices: PERIOD_NAMES },
        ]}
      />
      {errors.answer && errors.answer.points.length > 0 && (
        <Strip
          title="Requests"
          time={chartPeriod === "day" ? "24 hours" : "30 days"}
          series={requestSeries(errors.answer.points)}
        >
          <section aria-label="Requests over time">
            <RequestChart {...{ router }} period={chartPeriod} points={errors.answer.points} />
          </section>
          <Errors
            answer={errors.answer}
            period={PERIOD_NAMES[period] ?? ""}
            hrefOf={(code) => hrefOf("requests", withQuery(address, { result: code }))}
          />
        </Strip>
      )}
      <SelectedTime router={router} />
      {item && (
        <p class="selected">
          About the Item <code>{item}</code>{" "}
          <a href={hrefOf("requests", withQuery(address, { item: "" }))}>Show all requests</a>
        </p>
      )}
      <List
        caption="Requests"
        file="requests"
        // Requests of an Item or a version are listed by time only.
        hasOrder={item === null && !version}
        columns={requestColumns(address)}
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

/** Returns all results and error codes of the period, and the code in the address. */
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

/** Returns the API versions of the period, newest first, and the version in the address. */
const toVersions = (
  answer: DashboardRequestErrors | null,
  version: string,
): Record<string, string> => {
  const versions = new Set([...(answer?.versions ?? []), ...(version ? [version] : [])]);
  const newest = [...versions].toSorted().toReversed();
  return { "": "All", ...Object.fromEntries(newest.map((name) => [name, name])) };
};

/** The maximum number of bars. */
const MAX_BARS = 8;

type ErrorsProps = {
  answer: DashboardRequestErrors | null;
  /** The counted period in words. */
  period: string;
  /** Returns the address of the requests with an error code. */
  hrefOf(code: string): string;
};

/** Counts failed requests of a period by error code; each links to its requests. */
const Errors = ({ answer, period, hrefOf }: ErrorsProps) => {
  if (!answer || answer.count === 0) return null;
  const first = answer.errors.slice(0, MAX_BARS);
  const rest = answer.count - first.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">Errors by code</h2>
      <p class="lead">
        {period}: {numberText(answer.count)} {answer.count === 1 ? "request" : "requests"} with an
        error.
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
    <Details
      query={query}
      router={router}
      list="All requests"
      kind="Request"
      nameOf={({ request }) => request.path}
    >
      {({ request }) => (
        <>
          <section class="card" aria-labelledby="request">
            <h2 id="request">
              Call
              <Badge
                {...{ tone: request.status < 400 ? "good" : "bad", text: `HTTP ${request.status}` }}
              />
            </h2>
            <Properties
              of={[
                ["request_id", <CopiedCode key="id" text={request.request_id} name="request_id" />],
                ["Error", request.error_code && <ErrorCode code={request.error_code} />],
                ["Item", request.item_id && <ItemLink id={request.item_id} {...{ scope }} />],
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
            <p class="actions">
              <a class="button small" href={referenceHref(request.path, request.request_id)}>
                Try it with this body
              </a>
              <a class="button small" href={referenceHref(request.path)}>
                {request.path} in the reference
              </a>
            </p>
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
    <h2>
      {title} {text !== null && <CopyButton text={indented(text)} name={`the body: ${title}`} />}
    </h2>
    {text === null ? (
      <p class="none">It was too long to be kept, or there was none.</p>
    ) : (
      <pre>{indented(text)}</pre>
    )}
  </section>
);

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);
