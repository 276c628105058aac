import type { DashboardInstitutionDetails } from "../../protocol/dashboard/dashboard-overview.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf, withQuery } from "../session/route.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Bars } from "../ui/bars.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { numberText } from "../ui/number-text.ts";
import { durationText, Time, timeText } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.tsx";
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
    <Details
      query={query}
      router={router}
      list="All institutions"
      kind="Institution"
      nameOf={({ institution }) => institution.name}
    >
      {(answer) => {
        const { institution, kinds, outages, funnel } = answer;
        return (
          <>
            <section class="card" aria-labelledby="institution">
              <h2 id="institution">
                Institution <InstitutionBadge {...institution} />
              </h2>
              <Properties
                of={[
                  ["institution_id", <code key="id">{institution.institution_id}</code>],
                  ["Countries", institution.country_codes.join(", ")],
                  ["Products", institution.products.join(", ")],
                  ["Users sign in", institution.oauth ? "at its own site" : "in Link"],
                  ["Site", institution.url],
                  ["Transaction ids", idsText(answer.transaction_ids)],
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

/** Shows whether the ids of an institution's transactions stay, and since when this is known. */
const idsText = ({
  move,
  moved,
  moved_at,
  rebook,
  rebooked,
  is_set,
}: DashboardInstitutionDetails["transaction_ids"]): string => {
  const source = is_set ? "set by the operator" : "as seen so far";
  const counts = `${numberText(moved)} moved, ${numberText(rebooked)} booked again`;
  const last = moved_at === null ? "" : `; ${counts}, last ${timeText(moved_at)}`;
  const words = move ? "move: payments are matched by content" : "stay";
  const again = rebook ? ", and change once a payment is booked again" : "";
  return `${words}${again} (${source}${last})`;
};

/** Shows the users' views at an institution, the views where they left, and their errors. */
const ViewsCard = ({ funnel }: Pick<DashboardInstitutionDetails, "funnel">) => {
  const { days, sessions, connected, views, errors } = funnel;
  const share = Math.round((connected / Math.max(1, sessions)) * 100);
  return (
    <section class="card funnel" aria-labelledby="views">
      <h2 id="views">Drop-off here</h2>
      {sessions === 0 ? (
        <p class="none">No session chose it in the last {days} days.</p>
      ) : (
        <>
          <p class="lead">
            {numberText(connected)} of{" "}
            {sessions === 1 ? "one session" : `the last ${numberText(sessions)} sessions`} connected
            ({share} %), in the last {days} days.
          </p>
          <div class="halves">
            <div>
              <h3>Views that were seen, and left from</h3>
              {views.length === 0 ? (
                <p class="none">No view was seen yet.</p>
              ) : (
                <Bars
                  max={sessions}
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
                <p class="none">No error.</p>
              ) : (
                <Bars
                  max={sessions}
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
  `${numberText(seen)}${left === 0 ? "" : `, ${numberText(left)} left`}`;

type Kind = DashboardInstitutionDetails["kinds"][number];
type HealthProps = Pick<DashboardInstitutionDetails, "kinds" | "outages">;

const NAMES: Record<Kind["kind"], string> = {
  item_logins: "Sign-ins",
  transactions_updates: "Transactions",
  balance: "Balances",
  identity: "Identity",
};

/** The minimum success rate without a warning. */
const GOOD = 0.9;

/** Shows how many requests of each kind succeeded at an institution, and its outages. */
const HealthCard = ({ kinds, outages }: HealthProps) => {
  const kindsInUse = kinds.filter((kind) => kind.success_rate !== null || kind.down_since !== null);
  return (
    <section class="card" aria-labelledby="health">
      <h2 id="health">How it responds</h2>
      <p class="lead">
        By this server's requests in the last 24 hours, hour by hour. A wrong password is no failure
        of the institution.
      </p>
      {kindsInUse.length === 0 ? (
        <p class="none">Nothing was asked of it in this time.</p>
      ) : (
        <ul class="health">
          {kindsInUse.map((kind) => (
            <li key={kind.kind}>
              <h3>
                {NAMES[kind.kind]} <Badge {...toState(kind)} />
              </h3>
              <HourBars hours={kind.hours} />
              <p class="number">{rateText(kind)}</p>
            </li>
          ))}
        </ul>
      )}
      {outages.length > 0 && (
        <>
          <h3 class="outages">Outages</h3>
          <ul class="rows">
            {outages.map(({ kind, began_at, ended_at }) => (
              <li key={`${kind} ${began_at}`}>
                <span>
                  {NAMES[kind]}
                  <small>
                    {" "}
                    from <Time at={began_at} />
                  </small>
                </span>
                {ended_at === null ? (
                  <Badge tone="bad" text="Lasts" />
                ) : (
                  <span class="number">{durationText(ended_at - began_at)}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

function toState({ down_since, success_rate }: Kind): { tone: Tone; text: string } {
  if (down_since !== null) return { tone: "bad", text: "Down" };
  return success_rate !== null && success_rate < GOOD
    ? { tone: "warn", text: "Degraded" }
    : { tone: "good", text: "Healthy" };
}

const rateText = ({ success_rate }: Kind): string =>
  success_rate === null ? "nothing asked" : `${Math.round(success_rate * 100)} % succeeded`;

type Hour = { from: number; success_rate: number | null };

const WIDTH = 6;
const GAP = 2;
const HEIGHT = 28;

/** The minimum height of a bar, so that an hour with only failed requests is visible. */
const MIN_HEIGHT = 3;

/** Draws the success rate of each hour as a bar. An hour without requests is a dot. */
const HourBars = ({ hours }: { hours: readonly Hour[] }) => (
  <svg
    class="hours"
    role="img"
    aria-label={summary(hours)}
    preserveAspectRatio="none"
    viewBox={`0 0 ${hours.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
  >
    {hours.map(({ from, success_rate: rate }, at) => {
      const height = rate === null ? MIN_HEIGHT : Math.max(MIN_HEIGHT, rate * HEIGHT);
      return (
        <rect
          key={from}
          class={classOf(rate)}
          x={at * (WIDTH + GAP)}
          y={HEIGHT - height}
          width={WIDTH}
          height={height}
        />
      );
    })}
  </svg>
);

const classOf = (rate: number | null): string => {
  if (rate === null) return "quiet";
  if (rate < 0.5) return "bad";
  return rate < 0.9 ? "warn" : "good";
};

/** Describes the worst hour. */
function summary(hours: readonly Hour[]): string {
  const busyHours = hours.flatMap(({ from, success_rate: rate }) =>
    rate === null ? [] : [{ from, rate }],
  );
  const [worst] = busyHours.toSorted((hour, next) => hour.rate - next.rate);
  if (!worst) return "Nothing was asked in 24 hours";
  const at = timeText(worst.from).slice(11, 16);
  return `Requests in ${busyHours.length} of 24 hours; the worst began at ${at}, when ${Math.round(worst.rate * 100)} % succeeded`;
}
