import type { DashboardFunnel } from "../../protocol/dashboard-traffic.ts";
import type { Controller } from "../controller.ts";
import { Bars } from "../ui/bars.tsx";
import { useQuery } from "../ui/use-query.ts";
import { REACHED } from "./visit-columns.tsx";

type FunnelProps = { controller: Controller; client: string | null };

/** Where people leave Link, with which institutions, and which errors they meet. */
export const FunnelCard = ({ controller, client }: FunnelProps) => {
  // The client is in the body by itself; here it says that another one is meant.
  const { answer } = useQuery<DashboardFunnel>(
    controller,
    "sessions/funnel",
    client === null ? {} : { client_id: client },
    30_000,
  );
  const total = answer?.steps[0]?.count ?? 0;
  if (!answer || total === 0) return null;
  const share = (count: number, of: number) =>
    `${count.toLocaleString("en")} · ${Math.round((count / of) * 100)} %`;
  return (
    <section class="card funnel" aria-labelledby="funnel">
      <h2 id="funnel">Where people leave, in the last {answer.days} days</h2>
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
            most={100}
            bars={answer.institutions
              .slice(0, 8)
              .map(({ institution_name, chosen, connected }) => ({
                name: institution_name,
                count: (connected / chosen) * 100,
                text: `${connected.toLocaleString("en")} of ${chosen.toLocaleString("en")}`,
              }))}
          />
        </div>
        <div>
          <h3>The last error that they met</h3>
          {answer.errors.length === 0 ? (
            <p class="none">None.</p>
          ) : (
            <Bars
              bars={answer.errors.slice(0, 8).map(({ error_code, count }) => ({
                name: error_code,
                count,
              }))}
            />
          )}
        </div>
      </div>
    </section>
  );
};
