import type { DashboardUsage } from "../../protocol/dashboard-overview.ts";
import { command } from "../brand.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, withQuery } from "../route.ts";
import { Bars } from "../ui/bars.tsx";
import { useQuery } from "../ui/use-query.ts";

/** How many months back can be chosen. */
const MONTHS = 12;

/** What was read in a month: billable calls and the Items they were about, by product. */
export const UsagePage = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const month = address.get("month");
  const { answer, failure } = useQuery<DashboardUsage>(controller, "usage", month ? { month } : {});
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
      {failure && (
        <p class="notice failure" role="status">
          {failure}
        </p>
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
          <section key={client} class="card" aria-label={client}>
            <h2>{client}</h2>
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
  `${calls.toLocaleString("en")} calls${items === null ? "" : ` · ${items.toLocaleString("en")} Items`}`;

const lastMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
