import { isIP } from "node:net";
import { ipGroups } from "../ip-network.ts";

/**
 * The prefix by which a rate limit counts a caller: an IPv4 address, also if mapped into IPv6, or
 * the /64 of an IPv6 address, which one subscriber owns. Other texts are returned unchanged.
 */
export const ipPrefix = (address: string): string => {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) !== 6) return address;
  const groups = ipGroups(plain);
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return dottedDecimal(groups.slice(6));
  return `${groups.slice(0, 4).join(":")}::/64`;
};

const dottedDecimal = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
