import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf, withQuery } from "../route.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { Bars } from "../ui/bars.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { useQuery } from "../ui/use-query.ts";
import { HealthCard } from "./health-card.tsx";
import { InstitutionBadge } from "./institution-badge.tsx";

/** Loaded for the operator only. */
const OWN = { load: async () => (await import("./own-institution.tsx")).OwnInstitution };

/** Shows one institution: its health, its conversion in Link, and its connection. */
export const InstitutionDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const goOn = router.navigateIfStillHere();
  const query = useQuery<DashboardInstitutionDetails>(
    controller,
    "institutions/show",
    { institution_id: id },
    30_000,
  );
  return (
    <Details query={query} back={{ href: hrefOf("institutions", scope), text: "All institutions" }}>
      {(answer) => {
        const { institution, kinds, outages, funnel } = answer;
        return (
          <>
            <section class="card" aria-labelledby="institution">
              <h2 id="institution">
                {institution.name} <InstitutionBadge {...institution} />
              </h2>
              <Properties
                of={[
                  ["institution_id", <code key="id">{institution.institution_id}</code>],
                  ["Countries", institution.country_codes.join(", ")],
                  ["Products", institution.products.join(", ")],
                  ["Users sign in", institution.oauth ? "at its own site" : "in Link"],
                  ["Site", institution.url],
                ]}
              />
              <p class="lead">
                <a href={hrefOf("items", withQuery(scope, { search: institution.institution_id }))}>
                  Its Items
                </a>
              </p>
            </section>
            <HealthCard {...{ kinds, outages }} />
            <ViewsCard funnel={funnel} />
            {institution.is_own && answer.live_items !== null && (
              <LazyPage
                page={OWN}
                props={{
                  ...{ id, answer, controller },
                  onChange: query.reload,
                  onRemove: () => goOn(hrefOf("institutions", scope)),
                }}
              />
            )}
          </>
        );
      }}
    </Details>
  );
};

/** Shows the views that users reached at one institution, where they left, and the errors that they met. */
const ViewsCard = ({ funnel }: Pick<DashboardInstitutionDetails, "funnel">) => {
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
