import { useState } from "preact/hooks";
import type { InstitutionCheckView } from "../../../protocol/dashboard/dashboard-institutions.ts";
import type { Controller } from "../../session/controller.ts";
import { Badge } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";
import { ResultLine, useAction } from "../../ui/use-action.tsx";
import { useQuery } from "../../ui/use-query.tsx";
import { countOutcome, Findings, RunningCheck } from "./running-check.tsx";

type CheckProps = {
  id: string;
  /** Whether users approve in the institution's app. A check then cannot sign in. */
  isApprovedInApp: boolean;
  controller: Controller;
};

/** The polling intervals of the page, during a check and otherwise, in ms. */
const RUNNING_MS = 1500;
const IDLE_MS = 30_000;

const CHOICES = [
  [4, "Everything: sign in three times, and cancel once"],
  [
    1,
    "Sign in once: leaves out that codes are good once, PKCE, revocation and what happens on Cancel",
  ],
  [0, "Without signing in: metadata and keys alone"],
] as const;

/** Checks whether an institution conforms to OpenID Connect and FDX, and shows its faults. */
export const CheckCard = ({ id, isApprovedInApp, controller }: CheckProps) => {
  const [isRunning, setRunning] = useState(false);
  const body = { institution_id: id };
  const query = useQuery<InstitutionCheckView>(
    controller,
    "institutions/check/show",
    body,
    isRunning ? RUNNING_MS : IDLE_MS,
  );
  const action = useAction<InstitutionCheckView>(controller);
  const { running = null, interrupted = null, last = null } = query.answer ?? {};
  if (query.answer && isRunning !== (running !== null)) setRunning(running !== null);
  const start = async (form: HTMLFormElement): Promise<void> => {
    const sign_ins = Number(new FormData(form).get("sign_ins"));
    if (await action.run("institutions/check/start", { ...body, sign_ins }, "")) query.reload();
  };
  const stop = async (): Promise<void> => {
    if (await action.run("institutions/check/stop", body, "The check is stopped.")) query.reload();
  };
  return (
    <section class="card check-card" aria-labelledby="check">
      <h2 id="check">Conformance check</h2>
      <p class="lead">
        Goes through its sign-in and its data API, and says what is wrong, where, and what would be
        right. No secret, token or customer's data is in what it says.
      </p>
      {query.failure && (
        <p class="notice failure" role="status">
          {query.failure}
        </p>
      )}
      {running ? (
        <RunningCheck check={running} onStop={stop} />
      ) : (
        query.answer && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void start(event.currentTarget);
            }}
          >
            <fieldset>
              <legend class="visually-hidden">How much is checked</legend>
              {CHOICES.filter(([count]) => !isApprovedInApp || count === 0).map(
                ([count, text], at) => (
                  <label key={count}>
                    <input type="radio" name="sign_ins" value={count} defaultChecked={at === 0} />
                    <span>{text}</span>
                  </label>
                ),
              )}
            </fieldset>
            <p class="actions">
              <button type="submit" class="button primary small" aria-disabled={action.isBusy}>
                {action.isBusy ? "Starting…" : last ? "Check it again" : "Check it"}
              </button>
            </p>
          </form>
        )
      )}
      <ResultLine {...action} result={action.result?.text ? action.result : null} />
      {interrupted && <InterruptedCheck check={interrupted} hasResults={last !== null} />}
      {last && <LastCheck check={last} isApprovedInApp={isApprovedInApp} />}
    </section>
  );
};

type InterruptedProps = {
  check: NonNullable<InstitutionCheckView["interrupted"]>;
  /** Whether the card shows the results of an earlier complete check below. */
  hasResults: boolean;
};

/** Shows an incomplete check: the reason, and the faults found so far. */
const InterruptedCheck = ({ check, hasResults }: InterruptedProps) => {
  const { ended_at, problem, points } = check;
  return (
    <>
      <p class="notice failure" role="status">
        The check of <Time at={ended_at} /> did not come to its end: {problem}
        {hasResults && " The results of the check before are below."}
      </p>
      <Findings
        points={points.filter(({ outcome }) => outcome === "failed" || outcome === "warned")}
      />
    </>
  );
};

type LastProps = {
  check: NonNullable<InstitutionCheckView["last"]>;
  isApprovedInApp: boolean;
};

/** Shows the last completed check: faults first, then the rest. */
const LastCheck = ({ check, isApprovedInApp }: LastProps) => {
  const { ended_at, points, sign_ins } = check;
  const [failed, warned] = [countOutcome(points, "failed"), countOutcome(points, "warned")];
  const [passed, skipped] = [countOutcome(points, "passed"), countOutcome(points, "skipped")];
  const isWrong = ({ outcome }: (typeof points)[number]) =>
    outcome === "failed" || outcome === "warned";
  return (
    <section class="last-check" aria-labelledby="last-check">
      <h3 id="last-check">
        The last check, <Time at={ended_at} />
      </h3>
      {sign_ins === 0 && (
        <p class="lead">
          {isApprovedInApp
            ? "The check had no sign-in, since its users approve in its app: metadata and keys alone were looked at. How it asks for approval, its tokens and its data were not."
            : "The check had no sign-in: metadata and keys alone were looked at, its tokens and its data were not."}
        </p>
      )}
      {points.length > 0 && (
        <>
          <ul class="counts">
            {(
              [
                ["right", passed, "good"],
                ["wrong", failed, "bad"],
                ["to consider", warned, "warn"],
                ["not looked at", skipped, "plain"],
              ] as const
            ).map(([word, count, tone]) => (
              <li key={word}>
                <strong>{count}</strong> <Badge tone={count > 0 ? tone : "plain"} text={word} />
              </li>
            ))}
          </ul>
          {failed + warned === 0 && (
            <p class="lead">
              {sign_ins >= 3
                ? "Nothing is wrong: Link and the data API can be used as they are."
                : "No fault was found in this part."}
            </p>
          )}
          <Findings points={points.filter(isWrong)} />
          <details class="more">
            <summary>All {points.length} points</summary>
            <Findings points={points.filter((point) => !isWrong(point))} />
          </details>
        </>
      )}
    </section>
  );
};
