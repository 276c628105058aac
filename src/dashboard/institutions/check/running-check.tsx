import type {
  CheckPoint,
  InstitutionCheckView,
} from "../../../protocol/dashboard/dashboard-institutions.ts";
import { Badge } from "../../ui/badge.tsx";

/** The step at which the user has to cancel. */
const CANCEL = "cancelled-sign-in";

/** The steps of a check in order, with the minimum number of sign-ins for each step. */
const STEPS: readonly [name: string, text: string, signIns: number][] = [
  ["metadata", "Metadata and keys", 0],
  ["sign-in", "The first sign-in", 1],
  ["tokens", "Tokens", 1],
  ["data", "Customer and accounts", 1],
  ["transactions", "Transactions", 1],
  ["renewal", "Renewal of tokens", 1],
  ["second-sign-in", "The second sign-in: its code is used twice", 3],
  ["third-sign-in", "The third sign-in: its tokens are revoked", 3],
  [CANCEL, "The last sign-in: its user cancels", 4],
];

type RunningProps = {
  check: NonNullable<InstitutionCheckView["running"]>;
  onStop(): void;
};

/** Shows a running check: its steps as they finish, and a link when a sign-in is needed. */
export const RunningCheck = ({ check, onStop }: RunningProps) => {
  const { step, sign_ins, sign_in_url: url, points } = check;
  const steps = STEPS.filter(([, , signIns]) => signIns <= sign_ins);
  const at = steps.findIndex(([name]) => name === step);
  const visits = steps.filter(([name]) => name.endsWith("sign-in"));
  const visit = visits.findIndex(([name]) => name === step) + 1;
  return (
    <>
      <ol class="steps" aria-label="Steps of the check">
        {steps.map(([name, text], index) => (
          <li key={name} aria-current={index === at ? "step" : undefined}>
            <Badge
              tone={index < at ? "good" : index === at ? "warn" : "plain"}
              text={index < at ? "done" : index === at ? (url ? "waits" : "runs") : "to come"}
            />{" "}
            {text}
          </li>
        ))}
      </ol>
      <div role="status">
        {url ? (
          <p class="notice waiting">
            {visits.length > 1 && (
              <strong>
                Sign-in {visit} of {visits.length}.{" "}
              </strong>
            )}
            {step === CANCEL
              ? "Go to the institution within five minutes, press Cancel there, and share nothing."
              : "Sign in at the institution within five minutes, and share everything."}{" "}
            The check goes on once you are back.
          </p>
        ) : (
          <p class="lead">
            {points.length === 0
              ? "It has begun…"
              : `${countOutcome(points, "passed")} right and ${countOutcome(points, "failed")} wrong so far.`}
          </p>
        )}
      </div>
      <p class="actions">
        {url && (
          <a class="button primary small" href={url} target="_blank" rel="noreferrer">
            {step === CANCEL ? "Cancel at the institution" : "Sign in at the institution"}
          </a>
        )}
        <button type="button" class="button small" onClick={onStop}>
          Stop the check
        </button>
      </p>
      <Findings points={points.filter(({ outcome }) => outcome === "failed")} />
    </>
  );
};

/** Returns the number of points with an outcome. */
export const countOutcome = (
  points: readonly CheckPoint[],
  outcome: CheckPoint["outcome"],
): number => points.filter((point) => point.outcome === outcome).length;

const BADGES = {
  passed: ["good", "right"],
  failed: ["bad", "wrong"],
  warned: ["warn", "consider"],
  skipped: ["plain", "not looked at"],
} as const;

/** Lists points of a check, each with its finding and fix. */
export const Findings = ({ points }: { points: readonly CheckPoint[] }) =>
  points.length === 0 ? null : (
    <ul class="findings">
      {points.map(({ id, area, what, found, fix, outcome }) => {
        const [tone, word] = BADGES[outcome];
        return (
          <li key={id}>
            <Badge tone={tone} text={word} /> <strong>{area}</strong>: {what}
            {found !== null && (
              <>
                <small>Found: {found}</small>
                <small>Fix: {fix}</small>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
