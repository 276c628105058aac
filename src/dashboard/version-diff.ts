import type { DashboardVersion } from "../protocol/dashboard.ts";

/** The versions whose changes lie between two, newest first: what is gained or, going back, undone. */
export const versionDiff = (
  versions: readonly DashboardVersion[],
  one: string,
  other: string,
): DashboardVersion[] => {
  const [older = one, newer = other] = [one, other].sort();
  return versions.filter(({ date }) => date > older && date <= newer).reverse();
};
