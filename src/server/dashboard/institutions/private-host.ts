import type { Services } from "../../domain/services.ts";

/** Returns the hosts on a private network that connections made by the command line have allowed. */
export const allowedPrivateHosts = async ({ store }: Pick<Services, "store">): Promise<string[]> =>
  (await store.institutions.connections()).flatMap(({ privateHosts }) => privateHosts);

/**
 * Returns the problem of a typed address on a private network; null without one. The operator's session may be stolen,
 * so only the machine's own settings open its network.
 */
export const privateHostProblem = async (
  url: string,
  allowedHosts: readonly string[],
  { isPrivateHost }: Pick<Services, "isPrivateHost">,
): Promise<string | null> => {
  const { hostname } = new URL(url);
  if (allowedHosts.includes(hostname) || !(await isPrivateHost(hostname))) return null;
  return (
    `is at ${hostname}, which is on a private network: allow that host by PRIVATE_INSTITUTION_HOSTS, ` +
    "or connect it by the command `institutions connect`"
  );
};
