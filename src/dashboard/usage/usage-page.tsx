import type { DashboardUsage } from "../../protocol/dashboard-overview.ts";
import type { Product } from "../../protocol/vocabulary.ts";
import { command } from "../brand.tsx";
import type { PageProps } from "../page.ts";
import { hrefOf, withQuery } from "../route.ts";
import { Bars } from "../ui/bars.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";

/** The number of months that can be selected. */
const MONTHS = 12;

/** Shows billable calls by month, and the calls and Items of one month by product. */
export const UsagePage = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const month = address.get("month");
  const query = useQuery<DashboardUsage>(controller, "usage", month ? { month } : {});
  const { answer } = query;
  const rows = answer?.rows ?? [];
  const clients = byUse(rows);
  const max = Math.max(...rows.map(({ calls }) => calls));
  return (
    <>
      <form class="filters">
        <label>
          <span>Month</span>
          <select
            class="text"
            value={month ?? ""}
            onChange={({ currentTarget }) =>
              router.go(hrefOf("usage", withQuery(address, { month: currentTarget.value })), true)
            }
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
        <MonthsCard
          months={answer.months}
          month={answer.month}
          hrefOf={(month) => hrefOf("usage", withQuery(address, { month }))}
        />
      )}
      {answer && rows.length === 0 && (
        <div class="empty">
          <h2>Nothing was read in {answer.month}</h2>
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
                fill: fillOf(product),
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

/** Returns the clients of the rows, the one with the most calls first. */
function byUse(rows: DashboardUsage["rows"]): string[] {
  const calls = new Map<string, number>();
  for (const row of rows) calls.set(row.client_id, (calls.get(row.client_id) ?? 0) + row.calls);
  return [...calls].toSorted(([, a], [, b]) => b - a).map(([client]) => client);
}

const countText = (calls: number, items: number | null): string =>
  [withUnit(calls, "call"), ...(items === null ? [] : [withUnit(items, "Item")])].join(" · ");

const withUnit = (count: number, unit: string): string =>
  `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;

const lastMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );

/** The colour of each product, in every month and for every client; each differs from both backgrounds by 3:1. */
const FILLS: Record<Product, string> = {
  transactions: "#2563eb",
  auth: "#0d9488",
  balance: "#d97706",
  identity: "#a855f7",
  income: "#db2777",
  assets: "#0891b2",
};

/** The gap between two parts of a bar, of 1,000. */
const GAP = 4;

type MonthsProps = {
  months: DashboardUsage["months"];
  /** The month whose calls are shown below. */
  month: string;
  hrefOf(month: string): string;
};

/** Shows the calls of the last months by product, as bars and as a table. */
export const MonthsCard = ({ months, month, hrefOf }: MonthsProps) => {
  const products = byCalls(months);
  if (products.length === 0) return null;
  const totals = months.map(({ products }) => products.reduce((sum, { calls }) => sum + calls, 0));
  const max = Math.max(...totals);
  return (
    <section class="card" aria-labelledby="months">
      <h2 id="months">Calls by month</h2>
      <ul class="actions" aria-hidden="true">
        {products.map((product) => (
          <li key={product}>
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={fillOf(product)} />
            </svg>{" "}
            {product}
          </li>
        ))}
      </ul>
      <ol class="bars">
        {months.map((one, at) => (
          <li key={one.month}>
            <a href={hrefOf(one.month)} aria-current={one.month === month || undefined}>
              {one.month}
            </a>
            <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" width="1000" height="8" rx="10" ry="1" />
              {partsOf(one.products, products, max).map(({ product, from, width }) => (
                <rect key={product} x={from} width={width} height="8" fill={fillOf(product)}>
                  <title>{product}</title>
                </rect>
              ))}
            </svg>
            <span class="number">{totals[at]?.toLocaleString("en")}</span>
          </li>
        ))}
      </ol>
      <details class="more">
        <summary>The same as a table</summary>
        <section class="table" aria-label="Calls by month and product">
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                {products.map((product) => (
                  <th key={product} scope="col" class="number">
                    {product}
                  </th>
                ))}
                <th scope="col" class="number">
                  All
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map((month, at) => (
                <tr key={month.month}>
                  <td>{month.month}</td>
                  {products.map((product) => (
                    <td key={product} class="number">
                      {callsOf(month.products, product).toLocaleString("en")}
                    </td>
                  ))}
                  <td class="number">{totals[at]?.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
};

type Products = DashboardUsage["months"][number]["products"];

const fillOf = (product: string): string => FILLS[product as Product];

const callsOf = (products: Products, product: string): number =>
  products.find((row) => row.product === product)?.calls ?? 0;

/** Returns the products that were read in any of the months, the most read first. */
function byCalls(months: DashboardUsage["months"]): string[] {
  const sums = new Map<string, number>();
  for (const { products } of months)
    for (const { product, calls } of products) sums.set(product, (sums.get(product) ?? 0) + calls);
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([product]) => product);
}

/** Returns the parts of a month's bar, of 1,000 for the month with the most calls. */
function partsOf(calls: Products, products: readonly string[], max: number) {
  let from = 0;
  return products.flatMap((product) => {
    const width = (callsOf(calls, product) / max) * 1000;
    if (width === 0) return [];
    const part = { product, from, width: Math.max(1, width - GAP) };
    from += width;
    return [part];
  });
}
