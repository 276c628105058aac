import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import { Bars } from "../ui/bars.tsx";

/** Which views people came to at one institution, where they left, and what errors they met. */
export const ViewsCard = ({ funnel }: Pick<DashboardInstitutionDetails, "funnel">) => {
  const { days, sessions, connected, views, errors } = funnel;
  const share = Math.round((connected / Math.max(1, sessions)) * 100);
  return (
    <section class="card funnel" aria-labelledby="views">
      <h2 id="views">Where people leave here</h2>
      {sessions === 0 ? (
        <p class="none">Nobody chose it in Link in the last {days} days.</p>
      ) : (
        <>
          <p class="lead">
            {connected.toLocaleString("en")} of{" "}
            {sessions === 1 ? "one session" : `the last ${sessions.toLocaleString("en")} sessions`}{" "}
            connected ({share} %), in the last {days} days.
          </p>
          <div class="halves">
            <div>
              <h3>Views that were seen, and left from</h3>
              {views.length === 0 ? (
                <p class="none">None was seen yet.</p>
              ) : (
                <Bars
                  bars={views.map(({ view_name, seen, left }) => ({
                    name: view_name,
                    count: seen,
                    text: countText(seen, left),
                  }))}
                />
              )}
            </div>
            <div>
              <h3>The last error that they met</h3>
              {errors.length === 0 ? (
                <p class="none">None.</p>
              ) : (
                <Bars
                  bars={errors.slice(0, 8).map(({ error_code, count }) => ({
                    name: error_code,
                    count,
                  }))}
                />
              )}
            </div>
          </div>
        </>
      )}
    </section>
  );
};

const countText = (seen: number, left: number): string =>
  `${seen.toLocaleString("en")}${left === 0 ? "" : `, ${left.toLocaleString("en")} left`}`;
