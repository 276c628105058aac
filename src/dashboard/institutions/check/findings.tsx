import type { CheckPoint } from "../../../protocol/dashboard-institutions.ts";
import { Badge } from "../../ui/badge.tsx";

/** How many points came out in one way. */
export const countOf = (points: readonly CheckPoint[], outcome: CheckPoint["outcome"]): number =>
  points.filter((point) => point.outcome === outcome).length;

const BADGES = {
  passed: ["good", "right"],
  failed: ["bad", "wrong"],
  warned: ["warn", "consider"],
  skipped: ["plain", "not looked at"],
} as const;

/** Points of a check, each with what was found and what would be right. */
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
                <small>What was found: {found}</small>
                <small>What would be right: {fix}</small>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
