import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { durationText, timeText } from "../ui/time.ts";
import { Time } from "../ui/time.tsx";

type Kind = DashboardInstitutionDetails["kinds"][number];
type HealthProps = Pick<DashboardInstitutionDetails, "kinds" | "outages">;

const NAMES: Record<Kind["kind"], string> = {
  item_logins: "Sign-ins",
  transactions_updates: "Transactions",
  balance: "Balances",
  identity: "Identity",
};

/** Below this rate an institution is worth a look, though most requests still succeed. */
const GOOD = 0.9;

/** Shows how many requests of each kind an institution answered, and its outages. */
export const HealthCard = ({ kinds, outages }: HealthProps) => {
  const kindsInUse = kinds.filter((kind) => kind.success_rate !== null || kind.down_since !== null);
  return (
    <section class="card" aria-labelledby="health">
      <h2 id="health">How it answers</h2>
      <p class="lead">
        By what this server asked it in the last 24 hours, hour by hour. A wrong password is no
        failure of the institution.
      </p>
      {kindsInUse.length === 0 ? (
        <p class="none">Nothing was asked of it in this time.</p>
      ) : (
        <ul class="health">
          {kindsInUse.map((kind) => (
            <li key={kind.kind}>
              <h3>
                {NAMES[kind.kind]} <Badge {...stateOf(kind)} />
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
                  <Badge tone="bad" text="lasts" />
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

function stateOf({ down_since, success_rate }: Kind): { tone: Tone; text: string } {
  if (down_since !== null) return { tone: "bad", text: "down" };
  return success_rate !== null && success_rate < GOOD
    ? { tone: "warn", text: "degraded" }
    : { tone: "good", text: "healthy" };
}

const rateText = ({ success_rate }: Kind): string =>
  success_rate === null ? "nothing asked" : `${Math.round(success_rate * 100)} % succeeded`;

type Hour = { from: number; success_rate: number | null };

const WIDTH = 6;
const GAP = 2;
const HEIGHT = 28;

/** The height of a bar at least, so that an hour in which all requests failed is seen. */
const MIN_HEIGHT = 3;

/** Draws the share of each hour's requests that succeeded as bars; an hour without requests is a dot. */
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
