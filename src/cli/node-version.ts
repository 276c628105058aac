/**
 * The oldest supported Node, as OpenTelemetry requires. `scripts/find-node.mjs` has the same
 * version.
 */
export const OLDEST_NODE = "22.15.0";

/** Returns why a Node is too old, and the remedy; null for a supported Node. */
export const nodeProblem = (version: string): string | null => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `needs Node ${OLDEST_NODE} or newer, and this is ${version}: install Node 24 from https://nodejs.org`;
};
