import type { DashboardWebhookSummary } from "../../protocol/dashboard/dashboard-items.ts";
import { WebhookChart, webhookSeries } from "../overview/outcome-charts.tsx";
import type { PageProps } from "../session/page.ts";
import { hrefOf, withQuery } from "../session/route.ts";
import { Breakable } from "../ui/breakable.tsx";
import { numberText, percentText } from "../ui/number-text.ts";
import { Strip } from "../ui/strip.tsx";
import { Time } from "../ui/time.tsx";

/** Shows the attempts of 30 days by outcome, and by address and event; selecting a time or an event narrows the list. */
export const WebhookSummary = ({
  summary,
  router,
}: Pick<PageProps, "router"> & { summary: DashboardWebhookSummary }) => {
  const { query } = router.route.value;
  const { points, places } = summary;
  if (places.length === 0) return null;
  return (
    <Strip title="Webhook attempts" time="30 days" series={webhookSeries(points)}>
      <section aria-label="Webhooks over time">
        <WebhookChart points={points} step="day" router={router} />
      </section>
      <section aria-labelledby="places">
        <h2 id="places">By address and event</h2>
        <section class="table" aria-label="Attempts by address and event">
          <table>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Address</th>
                <th scope="col" class="number">
                  Attempts
                </th>
                <th scope="col" class="number">
                  Succeeded
                </th>
                <th scope="col">Next try</th>
              </tr>
            </thead>
            <tbody>
              {places.map((place) => (
                <tr key={`${place.address} ${place.webhook}`}>
                  <td>
                    <a href={hrefOf("webhooks", withQuery(query, { event: place.webhook }))}>
                      <Breakable text={place.webhook} />
                    </a>
                  </td>
                  <td>{place.address ?? "all clients"}</td>
                  <td class="number">{numberText(place.attempts)}</td>
                  <td class="number">{percentText(place.delivered, place.attempts)}</td>
                  <td>{place.next_try_at === null ? "—" : <Time at={place.next_try_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
    </Strip>
  );
};
