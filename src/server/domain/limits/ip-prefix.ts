import { isIP } from "node:net";

/**
 * The prefix by which a rate limit counts a caller: an IPv4 address, also one mapped into IPv6, or the
 * /64 of an IPv6 address, since one subscriber has all of it. Any other text counts as it is.
 */
export const ipPrefix = (address: string): string => {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) !== 6) return address;
  const groups = groupsOf(plain);
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return dottedDecimal(groups.slice(6));
  return `${groups.slice(0, 4).join(":")}::/64`;
};

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const inGroups = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = [], tail = []] = inGroups
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

const dottedDecimal = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
