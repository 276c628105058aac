import type { InstitutionCheckView } from "../../../protocol/dashboard-institutions.ts";
import { Badge } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";
import { countOf, Findings } from "./findings.tsx";

type LastProps = {
  check: NonNullable<InstitutionCheckView["last"]>;
  isApprovedInApp: boolean;
};

/** What the last check found that came to its end: what is wrong first, then the rest. */
export const LastCheck = ({ check, isApprovedInApp }: LastProps) => {
  const { ended_at, points, sign_ins } = check;
  const [failed, warned] = [countOf(points, "failed"), countOf(points, "warned")];
  const [passed, skipped] = [countOf(points, "passed"), countOf(points, "skipped")];
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
            ? "Nobody signed in, since its users approve in its app: metadata and keys alone were looked at. How it asks for approval, its tokens and its data were not."
            : "Nobody signed in: metadata and keys alone were looked at, its tokens and its data were not."}
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
                : "Nothing is wrong in what was looked at."}
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
