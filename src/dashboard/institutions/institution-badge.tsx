import type { DashboardInstitution } from "../../protocol/dashboard/dashboard-overview.ts";
import { Badge, type Tone } from "../ui/badge.tsx";

const HEALTH: Record<DashboardInstitution["health"], Tone> = {
  HEALTHY: "plain",
  DEGRADED: "warn",
  DOWN: "bad",
};

/**
 * Shows an institution's health: an outage in our own traffic takes precedence over the state that the institution
 * reports.
 */
export const InstitutionBadge = ({
  health,
  supported,
  enabled,
  down_since,
}: Pick<DashboardInstitution, "health" | "supported" | "enabled" | "down_since">) => {
  if (!supported) return <Badge tone="plain" text="No longer supported" />;
  if (!enabled) return <Badge tone="plain" text="Not available here" />;
  if (down_since !== null) return <Badge tone="bad" text="Down" />;
  return (
    <Badge tone={HEALTH[health]} text={`${health.slice(0, 1)}${health.slice(1).toLowerCase()}`} />
  );
};
