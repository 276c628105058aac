import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf, withQuery } from "../route.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { useQuery } from "../ui/use-query.ts";
import { HealthCard } from "./health-card.tsx";
import { InstitutionBadge } from "./institution-badge.tsx";
import { ViewsCard } from "./views-card.tsx";

/** What the operator alone needs is loaded for them alone. */
const OWN = { load: async () => (await import("./own-institution.tsx")).OwnInstitution };

/** One institution: how it answers, where people leave there, and how it is reached. */
export const InstitutionDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const goOn = router.goFromHere();
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
