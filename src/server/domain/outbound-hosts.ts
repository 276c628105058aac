/**
 * The hosts to which the operator allows outbound requests; null for all of them. `*.example.com` is every
 * name below `example.com`, and not that name itself. IPv6 addresses are in brackets.
 */
export type OutboundHosts = readonly string[] | null;

/** Whether a host is in a list of them; whether its addresses are public is another guard. */
export const isOutboundHost = (hostname: string, hosts: OutboundHosts): boolean =>
  hosts === null ||
  hosts.some((entry) =>
    entry.startsWith("*.") ? hostname.endsWith(entry.slice(1)) : hostname === entry,
  );

/** Returns the problem with a URL of the operator whose host is not in their own list; null for none. */
export const outboundHostProblem = (url: string, hosts: OutboundHosts): string | null => {
  const address = new URL(url);
  return isOutboundHost(address.hostname, hosts)
    ? null
    : `is at ${address.hostname}, which is not in OUTBOUND_HOSTS`;
};
