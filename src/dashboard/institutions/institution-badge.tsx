import { LOGO_PATHS, LOGO_SQUARE } from "../../protocol/brand/logo-paths.ts";
import type { DashboardInstitution } from "../../protocol/dashboard/dashboard-overview.ts";
import { Badge, type Tone } from "../ui/badge.tsx";

const HEALTH: Record<DashboardInstitution["health"], Tone> = {
  HEALTHY: "plain",
  DEGRADED: "warn",
  DOWN: "bad",
};

type Health = Pick<DashboardInstitution, "health" | "supported" | "enabled" | "down_since">;

/**
 * Returns the words for an institution's health: an outage in our own traffic takes precedence over the state that the
 * institution reports.
 */
export const healthText = ({ health, supported, enabled, down_since }: Health): string => {
  if (!supported) return "No longer supported";
  if (!enabled) return "Not available here";
  if (down_since !== null) return "Down";
  return `${health.slice(0, 1)}${health.slice(1).toLowerCase()}`;
};

/** Shows an institution's health, coloured where something is wrong. */
export const InstitutionBadge = (row: Health) => {
  const isOurs = row.supported && row.enabled;
  const tone = row.down_since === null ? HEALTH[row.health] : "bad";
  return <Badge tone={isOurs ? tone : "plain"} text={healthText(row)} />;
};

const { side, corner } = LOGO_SQUARE;

/** An institution's logo, or a shape on its colour; only decoration. */
export const InstitutionLogo = ({
  logo,
  logo_shape: shape,
  color,
}: Pick<DashboardInstitution, "logo" | "logo_shape" | "color">) =>
  logo !== null ? (
    <img class="logo" src={logo} alt="" loading="lazy" />
  ) : (
    <svg class="logo" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <rect width={side} height={side} rx={corner} fill={color} />
      <path fill="#fff" fill-rule="evenodd" d={LOGO_PATHS[shape]} />
    </svg>
  );
