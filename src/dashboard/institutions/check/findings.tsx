import type { CheckPoint } from "../../../protocol/dashboard-institutions.ts";
import { Badge } from "../../ui/badge.tsx";

/** Returns the number of points with an outcome. */
export const countOf = (points: readonly CheckPoint[], outcome: CheckPoint["outcome"]): number =>
  points.filter((point) => point.outcome === outcome).length;

const BADGES = {
  passed: ["good", "right"],
  failed: ["bad", "wrong"],
  warned: ["warn", "consider"],
  skipped: ["plain", "not looked at"],
} as const;

/** Lists points of a check, each with what was found and how to fix it. */
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
