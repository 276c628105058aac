import type { InstitutionCheckView } from "../../../protocol/dashboard-institutions.ts";
import { Time } from "../../ui/time.tsx";
import { Findings } from "./findings.tsx";

type InterruptedProps = {
  check: NonNullable<InstitutionCheckView["interrupted"]>;
  /** Whether one came to its end before, whose results are shown below. */
  hasResults: boolean;
};

/** A check that did not come to its end: why, and what was wrong by then. */
export const InterruptedCheck = ({ check, hasResults }: InterruptedProps) => {
  const { ended_at, problem, points } = check;
  return (
    <>
      <p class="notice failure" role="status">
        The check of <Time at={ended_at} /> did not come to its end: {problem}
        {hasResults && " What the one before found is below."}
      </p>
      <Findings
        points={points.filter(({ outcome }) => outcome === "failed" || outcome === "warned")}
      />
    </>
  );
};
