import type { DashboardUsage } from "../../protocol/dashboard-overview.ts";
import { command } from "../brand.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, withQuery } from "../route.ts";
import { Bars } from "../ui/bars.tsx";
import { ReadFailure } from "../ui/read-failure.tsx";
import { useQuery } from "../ui/use-query.ts";
import { MonthsCard } from "./months-card.tsx";

/** The number of months that can be selected. */
const MONTHS = 12;

/** Shows billable calls by month, and the calls and Items of one month by product. */
export const UsagePage = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const month = address.get("month");
  const query = useQuery<DashboardUsage>(controller, "usage", month ? { month } : {});
  const { answer } = query;
  const rows = answer?.rows ?? [];
  const clients = [...new Set(rows.map(({ client_id }) => client_id))];
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
            {lastMonths(new Date()).map((one, index) => (
              <option key={one} value={index === 0 ? "" : one}>
                {one}
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
              bars={own.map(({ product, calls, items }) => ({
                name: product,
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

const countText = (calls: number, items: number | null): string =>
  [withUnit(calls, "call"), ...(items === null ? [] : [withUnit(items, "Item")])].join(" · ");

const withUnit = (count: number, unit: string): string =>
  `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;

const lastMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
