import type { DashboardUsage } from "../../protocol/dashboard/dashboard-overview.ts";
import type { Product } from "../../protocol/vocabulary.ts";
import { command } from "../session/brand.tsx";
import type { PageProps } from "../session/page.ts";
import { hrefOf, withQuery } from "../session/route.ts";
import { Bars } from "../ui/bars.tsx";
import type { Step } from "../ui/chart-table.tsx";
import { numberText } from "../ui/number-text.ts";
import { TimeChart } from "../ui/time-chart.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";

const DAY_MS = 86_400_000;

/** The number of months that can be selected. */
const MONTHS = 12;

/** Shows billable calls over time, and the calls and Items of a month by product; selecting days narrows these. */
export const UsagePage = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const month = address.get("month");
  const [from, until] = [address.get("from"), address.get("until")];
  const isPart = /^\d{1,15}$/.test(from ?? "") && /^\d{1,15}$/.test(until ?? "");
  const query = useQuery<DashboardUsage>(controller, "usage", {
    ...(month && { month }),
    ...(isPart && { from: toDay(Number(from)), until: toDay(Number(until)) }),
  });
  const { answer } = query;
  const rows = answer?.rows ?? [];
  const clients = byUse(rows);
  const monthHref = (name: string): string =>
    hrefOf("usage", withQuery(address, { month: name, from: "", until: "" }));
  const max = Math.max(...rows.map(({ calls }) => calls));
  return (
    <>
      <form class="filters">
        <label>
          <span>Month</span>
          <select
            class="text"
            value={month ?? ""}
            onChange={({ currentTarget }) => router.go(monthHref(currentTarget.value), true)}
          >
            {lastMonths(new Date()).map((lastMonth, index) => (
              <option key={lastMonth} value={index === 0 ? "" : lastMonth}>
                {lastMonth}
              </option>
            ))}
          </select>
        </label>
      </form>
      <ReadFailure {...query} />
      {answer && (
        <div class="charts">
          <CallsCard
            title="Calls by month"
            step="month"
            points={answer.months.map(({ month: at, products }) => ({ at, products }))}
            hrefOf={(first, end) => {
              const [begin, next] = [toDay(first), toDay(end)];
              return monthAfter(begin) === next
                ? monthHref(begin.slice(0, 7))
                : hrefOf(
                    "usage",
                    withQuery(address, { month: "", from: `${first}`, until: `${end}` }),
                  );
            }}
            onSelect={router.go}
          />
          <CallsCard
            title="Calls by day"
            step="day"
            points={answer.days.map(({ day: at, products }) => ({ at, products }))}
            hrefOf={(first, end) =>
              hrefOf("usage", withQuery(address, { from: `${first}`, until: `${end}` }))
            }
            onSelect={router.go}
          />
        </div>
      )}
      {answer && isPart && (
        <p class="selected">
          {periodText(answer.from, answer.until)}{" "}
          <a href={monthHref(month ?? "")}>Show the month</a>
        </p>
      )}
      {answer && rows.length === 0 && (
        <div class="empty">
          <h2>Nothing was read in {periodText(answer.from, answer.until)}</h2>
          <p>
            A call counts when it has succeeded and reads a product of an Item. Calls are counted
            here within a second or so; the command <code>{command("usage --csv")}</code> prints the
            same.
          </p>
        </div>
      )}
      {clients.map((client) => {
        const own = rows.filter(({ client_id }) => client_id === client);
        return (
          <section key={client} class="card" aria-label={own[0]?.client_name ?? client}>
            <h2>
              {own[0]?.client_name ?? client}
              {own[0]?.client_name && <small>{client}</small>}
            </h2>
            <Bars
              max={max}
              bars={own.map(({ product, calls, items }) => ({
                name: product,
                product,
                count: calls,
                text: countText(calls, items),
              }))}
            />
          </section>
        );
      })}
    </>
  );
};

/** Returns the clients of the rows, sorted by their calls, most first. */
function byUse(rows: DashboardUsage["rows"]): string[] {
  const calls = new Map<string, number>();
  for (const row of rows) calls.set(row.client_id, (calls.get(row.client_id) ?? 0) + row.calls);
  return [...calls].toSorted(([, a], [, b]) => b - a).map(([client]) => client);
}

const countText = (calls: number, items: number | null): string =>
  [withUnit(calls, "call"), ...(items === null ? [] : [withUnit(items, "Item")])].join(" · ");

const withUnit = (count: number, unit: string): string =>
  `${numberText(count)} ${unit}${count === 1 ? "" : "s"}`;

const lastMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );

/** Returns the days of a range in words: `2026-01`, or `2026-01-05 to 2026-01-07`. */
const periodText = (from: string, until: string): string => {
  const last = toDay(Date.parse(until) - DAY_MS);
  if (from.endsWith("-01") && monthAfter(from) === until) return from.slice(0, 7);
  return from === last ? from : `${from} to ${last}`;
};

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const monthAfter = (day: string): string =>
  toDay(new Date(day).setUTCMonth(new Date(day).getUTCMonth() + 1));

type CallsCardProps = {
  title: string;
  step: Step;
  points: readonly { at: string; products: Products }[];
  hrefOf(from: number, until: number): string;
  onSelect(href: string): void;
};

/** Shows the calls of each product over time. */
const CallsCard = ({ title, points, ...props }: CallsCardProps) => {
  const products = byCalls(points);
  if (products.length === 0) return null;
  return (
    <div class="card">
      <TimeChart
        title={title}
        times={points.map(({ at }) => Date.parse(at))}
        look="bars"
        series={products.map((product) => ({
          name: product,
          tone: product,
          values: points.map(({ products: calls }) => toCalls(calls, product)),
        }))}
        {...props}
      />
    </div>
  );
};

type Products = DashboardUsage["months"][number]["products"];

const toCalls = (products: Products, product: string): number =>
  products.find((row) => row.product === product)?.calls ?? 0;

/** Returns the products that were read at any of the points, the most read first. */
function byCalls(points: CallsCardProps["points"]): Product[] {
  const sums = new Map<string, number>();
  for (const { products } of points)
    for (const { product, calls } of products) sums.set(product, (sums.get(product) ?? 0) + calls);
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([product]) => product as Product);
}
