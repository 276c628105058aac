/**
 * The hosts that the operator allows for outbound requests; null for all hosts. `*.example.com`
 * covers every subdomain of `example.com`, but not `example.com`. IPv6 addresses are in brackets.
 */
export type OutboundHosts = readonly string[] | null;

/** Whether a list allows a host. Another guard checks that its addresses are public. */
export const isOutboundHost = (hostname: string, hosts: OutboundHosts): boolean =>
  hosts === null ||
  hosts.some((entry) =>
    entry.startsWith("*.") ? hostname.endsWith(entry.slice(1)) : hostname === entry,
  );

/** Returns the problem with an operator's URL whose host their own list excludes, or null. */
export const outboundHostProblem = (url: string, hosts: OutboundHosts): string | null => {
  const address = new URL(url);
  return isOutboundHost(address.hostname, hosts)
    ? null
    : `is at ${address.hostname}, which is not in OUTBOUND_HOSTS`;
};
