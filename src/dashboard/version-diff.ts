import type { DashboardVersion } from "../protocol/dashboard.ts";

/** Returns the versions whose changes are between two, newest first. */
export const versionDiff = (
  versions: readonly DashboardVersion[],
  one: string,
  other: string,
): DashboardVersion[] => {
  const [older = one, newer = other] = [one, other].sort();
  return versions.filter(({ date }) => date > older && date <= newer).reverse();
};
