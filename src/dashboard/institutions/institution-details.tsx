import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf, withQuery } from "../route.ts";
import { Details, Properties } from "../ui/details.tsx";
import { Time } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.ts";
import { HealthCard } from "./health-card.tsx";
import { InstitutionBadge } from "./institution-badge.tsx";
import { ViewsCard } from "./views-card.tsx";

/** One institution: how it answers, where people leave there, and how it is reached. */
export const InstitutionDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardInstitutionDetails>(
    controller,
    "institutions/show",
    { institution_id: id },
    30_000,
  );
  return (
    <Details query={query} back={{ href: hrefOf("institutions", scope), text: "All institutions" }}>
      {({ institution, kinds, outages, funnel, connection }) => (
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
            <p class="actions">
              <a
                class="button small"
                href={hrefOf("items", withQuery(scope, { search: institution.institution_id }))}
              >
                Items here
              </a>
            </p>
          </section>
          <HealthCard {...{ kinds, outages }} />
          <ViewsCard funnel={funnel} />
          {connection && (
            <section class="card" aria-labelledby="connection">
              <h2 id="connection">Data API</h2>
              <Properties
                of={[
                  ["Issuer", connection.issuer],
                  ["Our client id there", <code key="id">{connection.client_id}</code>],
                  ["Authentication", connection.authentication],
                  ["Data", connection.data_url],
                  ["Scopes", connection.scopes?.join(" ") ?? "those that it offers"],
                  ["Resource", connection.resource],
                  ["Users approve", connection.flow === "ciba" ? "in its app" : "at its site"],
                  ["Connected", <Time key="at" at={connection.connected_at} />],
                ]}
              />
            </section>
          )}
        </>
      )}
    </Details>
  );
};
