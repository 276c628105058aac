import type { DashboardAction } from "./action.ts";
import { changeVersion } from "./change-version.ts";
import { allowOrigin, disallowOrigin } from "./origins.ts";

/** All that a client can change about itself on the Dashboard. */
export const dashboardActions: readonly DashboardAction[] = [
  changeVersion,
  allowOrigin,
  disallowOrigin,
];
