import type { DashboardRequestDetails } from "../../protocol/dashboard-traffic.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { Badge } from "../ui/badge.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { durationText, timeText } from "../ui/time.ts";
import { useQuery } from "../ui/use-query.ts";

/** One request to the API, with its redacted bodies. */
export const RequestDetails = ({ controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardRequestDetails>(controller, "requests/show", { id });
  return (
    <Details query={query} back={{ href: hrefOf("requests", scope), text: "All requests" }}>
      {({ request }) => (
        <>
          <section class="card" aria-labelledby="request">
            <h2 id="request">
              {request.path}
              <Badge
                {...{ tone: request.status < 400 ? "good" : "bad", text: `${request.status}` }}
              />
            </h2>
            <Properties
              of={[
                ["request_id", <code key="id">{request.request_id}</code>],
                ["Error", request.error_code && <code>{request.error_code}</code>],
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
          </section>
          <Body title="Request" text={request.sent} />
          <Body title="Answer" text={request.answered} />
          <p class="lead">
            Every secret, and what could tell of a person, an account or money, is shown as “…”.
          </p>
        </>
      )}
    </Details>
  );
};

const Body = ({ title, text }: { title: string; text: string | null }) => (
  <section class="card" aria-label={title}>
    <h2>{title}</h2>
    {text === null ? (
      <p class="none">It was too long to be kept, or there was none.</p>
    ) : (
      <pre>{JSON.stringify(JSON.parse(text), null, 2)}</pre>
    )}
  </section>
);
