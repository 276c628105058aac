import type { Services } from "../../domain/services.ts";

/** The hosts that connections by the command line have allowed to be on a private network. */
export const allowedPrivateHosts = async ({ store }: Pick<Services, "store">): Promise<string[]> =>
  (await store.institutions.connections()).flatMap(({ privateHosts }) => privateHosts);

/**
 * The problem with an address that was typed into the Dashboard and is on a private network; null for none. The
 * operator's session may be anybody's who got hold of it: only the machine's own settings open its network.
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
