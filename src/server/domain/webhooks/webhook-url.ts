import { BlockList, isIP } from "node:net";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { isLoopback } from "../clients/origin.ts";
import { Fault } from "../fault.ts";
import { isOutboundHost, type OutboundHosts } from "../outbound-hosts.ts";

/** The settings that decide which client URLs a server may call. */
export type OutboundRules = { environment: Environment; outboundHosts: OutboundHosts };

/**
 * The problem with a webhook URL, or null; the first guard against SSRF. A name may resolve to a
 * forbidden address, which `isAllowedAddress` checks with each connection.
 */
export const webhookUrlProblem = (
  url: string,
  { environment, outboundHosts }: OutboundRules,
): string | null => {
  if (!URL.canParse(url)) return "must be a URL";
  const address = new URL(url);
  const { protocol, username, password, hostname } = address;
  if (username !== "" || password !== "") return "must have no user name or password in it";
  const isSandbox = environment === "sandbox";
  if (protocol !== "https:" && !(isSandbox && protocol === "http:"))
    return isSandbox ? "must begin with https:// or http://" : "must begin with https://";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isForbidden =
    isIP(host) === 0 ? !isSandbox && isLoopback(host) : !isAllowedAddress(host, environment);
  if (isForbidden) return "must be a public address";
  if (isOutboundHost(hostname, outboundHosts)) return null;
  return `must be at a host that this server may call, which ${hostname} is not`;
};

/** Throws INVALID_FIELD for a webhook URL with a problem. */
export const requireSafeWebhookUrl = (
  field: string,
  url: string | null | undefined,
  rules: OutboundRules,
): void => {
  const problem = url == null ? null : webhookUrlProblem(url, rules);
  if (problem !== null) throw new Fault("INVALID_FIELD", { message: `${field} ${problem}` });
};

/**
 * Whether a client's URL may connect to an address: the guard against server-side request forgery
 * (SSRF). Only the public internet is allowed, so that clients cannot call internal services. The
 * sandbox also allows this machine and its network, but never a cloud's metadata service.
 */
export const isAllowedAddress = (address: string, environment: Environment): boolean =>
  environment === "sandbox" ? !isLinkLocal(address) : isPublicAddress(address);

/**
 * Whether an institution may be called at an address: a public address, in the sandbox this
 * machine's own, or a private one if the operator has allowed the host. Never a cloud's metadata
 * service.
 */
export const isInstitutionAddress = (
  address: string,
  { environment, mayBePrivate }: { environment: Environment; mayBePrivate: boolean },
): boolean =>
  isPublicAddress(address) ||
  (environment === "sandbox" && isLoopbackAddress(address)) ||
  (mayBePrivate && !isLinkLocal(address));

/** Whether an IP address, and each IPv4 address embedded in it, is public. */
export const isPublicAddress = (address: string): boolean => {
  const plain = translatedIpv4(address) ?? address;
  switch (isIP(plain)) {
    case 4:
      return !RESERVED_IPV4.check(plain, "ipv4");
    case 6:
      return (
        GLOBAL_IPV6.check(plain, "ipv6") &&
        !RESERVED_IPV6.check(plain, "ipv6") &&
        embeddedIpv4(plain).every((one) => !RESERVED_IPV4.check(one, "ipv4"))
      );
    default:
      return false;
  }
};

const isLinkLocal = (address: string): boolean => {
  const plain = withoutZone(address);
  if (isIP(plain) !== 6) return LINK_LOCAL.check(plain, "ipv4");
  return (
    LINK_LOCAL.check(plain, "ipv6") ||
    embeddedIpv4(plain).some((one) => LINK_LOCAL.check(one, "ipv4"))
  );
};

const isLoopbackAddress = (address: string): boolean => {
  const plain = translatedIpv4(address) ?? address;
  return LOOPBACK.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
};

const subnets = (family: "ipv4" | "ipv6", list: readonly string[]): BlockList => {
  const block = new BlockList();
  for (const subnet of list) {
    const [network = "", prefix] = subnet.split("/");
    block.addSubnet(network, Number(prefix), family);
  }
  return block;
};

/** The IANA's special-purpose addresses (RFC 6890), and multicast. */
const RESERVED_IPV4 = subnets("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure's metadata host.
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);
const GLOBAL_IPV6 = subnets("ipv6", ["2000::/3"]);
/**
 * Non-global ranges within the global one: protocols, documentation, and embedded IPv4 addresses.
 */
const RESERVED_IPV6 = subnets("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
const LOOPBACK = subnets("ipv4", ["127.0.0.0/8"]);
LOOPBACK.addAddress("::1", "ipv6");
const LINK_LOCAL = subnets("ipv4", ["169.254.0.0/16"]);
LINK_LOCAL.addSubnet("fe80::", 10, "ipv6");
// Cloud metadata addresses that are not link-local.
for (const address of ["fd00:ec2::254", "fd20:ce::254"]) LINK_LOCAL.addAddress(address, "ipv6");
for (const address of ["100.100.100.200", "168.63.129.16", "192.0.0.192"])
  LINK_LOCAL.addAddress(address, "ipv4");

const withoutZone = (address: string): string => address.replace(/%.*$/, "");

/** Returns the eight groups of an IPv6 address; null for other texts. */
const listGroups = (address: string): number[] | null => {
  if (isIP(address) !== 6) return null;
  const [head = "", tail] = new URL(`http://[${withoutZone(address)}]`).hostname
    .slice(1, -1)
    .split("::");
  const read = (part = "") => (part === "" ? [] : part.split(":").map((hex) => Number(`0x${hex}`)));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
};

const dotted = (high: number, low: number): string =>
  [high >>> 8, high & 255, low >>> 8, low & 255].join(".");

/**
 * Returns the IPv4 address within an IPv6 address: mapped, or translated by a network (RFC 6052).
 */
function translatedIpv4(address: string): string | null {
  const groups = listGroups(address);
  if (!groups) return null;
  const prefix = groups.slice(0, 6).join(" ");
  return prefix === MAPPED || prefix === TRANSLATED ? dotted(groups[6] ?? 0, groups[7] ?? 0) : null;
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff].join(" ");
const TRANSLATED = [0x64, 0xff9b, 0, 0, 0, 0].join(" ");

/**
 * Returns each IPv4 address to which a network may route an IPv6 address: mapped, compatible,
 * translated (RFC 6052, 7915 and 8215, with a network-specific length), 6to4, Teredo and ISATAP.
 */
function embeddedIpv4(address: string): string[] {
  const groups = listGroups(address);
  if (!groups) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = dotted(g, h);
  if (a === 0x2002) return [dotted(b, c)];
  if (a === 0x2001 && b === 0) return [dotted(c, d), dotted(~g & 0xffff, ~h & 0xffff)];
  // Bits 64 to 71 are not part of the address (RFC 6052, 2.2).
  if (a === 0x64 && b === 0xff9b && c === 1)
    return [
      last,
      dotted(d, ((e & 255) << 8) | (f >>> 8)),
      dotted(((d & 255) << 8) | (e & 255), f),
      dotted(((e & 255) << 8) | (f >>> 8), ((f & 255) << 8) | (g >>> 8)),
    ];
  const isTranslated = a === 0x64 && b === 0xff9b;
  const isLow = (a | b | c | d) === 0 && (e === 0 || e === 0xffff) && (f === 0 || f === 0xffff);
  const isIsatap = (e & 0xfdff) === 0 && f === 0x5efe;
  return isTranslated || isLow || isIsatap ? [last] : [];
}

/** Returns a URL without its query, which may have a secret of the receiver. */
export const urlWithoutQuery = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
};
