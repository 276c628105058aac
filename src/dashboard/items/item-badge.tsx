import type { DashboardItem } from "../../protocol/dashboard-items.ts";
import { Badge, type Tone } from "../ui/badge.tsx";

const STATES: Record<DashboardItem["state"], [Tone, string]> = {
  good: ["good", "good"],
  expiring: ["warn", "consent ends soon"],
  login_required: ["bad", "login required"],
  revoked: ["bad", "revoked by its user"],
  removed: ["plain", "removed"],
};

/** Shows the state of an Item. */
export const ItemBadge = ({ state }: Pick<DashboardItem, "state">) => {
  const [tone, text] = STATES[state];
  return <Badge {...{ tone, text }} />;
};
