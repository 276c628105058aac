import { isIP } from "node:net";

/** A network as valid text, or the reason why the text is invalid. */
export type ParsedNetwork = { network: string } | { problem: string };

/**
 * Parses a network in CIDR notation, or a single address. Never throws; returns a problem that
 * describes the notation.
 */
export const parseNetwork = (text: string): ParsedNetwork => {
  const [address = "", bitsText, ...rest] = text.trim().split("/");
  const family = isIP(address);
  const max = family === 4 ? 32 : 128;
  const bits = bitsText === undefined ? max : Number(bitsText);
  if (family === 0 || address.includes("%") || rest.length > 0 || !isBits(bitsText, max))
    return { problem: `${shown(text)} must be an address or a network, like ${EXAMPLES}` };
  const value = toNumber(address);
  const hostBits = BigInt(max - bits);
  if ((value >> hostBits) << hostBits !== value)
    return {
      problem: `${shown(text)} must begin at its first address; one address alone is ${address}`,
    };
  return { network: bitsText === undefined ? address : `${address}/${bits}` };
};

/**
 * Whether an address is in a network from `parseNetwork`. An IPv4 address may be mapped into IPv6.
 */
export const isInNetwork = (address: string, network: string): boolean => {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) === 0) return false;
  const [base = "", bitsText] = network.split("/");
  const max = isIP(base) === 4 ? 32 : 128;
  const hostBits = BigInt(max - (bitsText === undefined ? max : Number(bitsText)));
  return toNumber(plain) >> hostBits === toNumber(base) >> hostBits;
};

const EXAMPLES = "203.0.113.7, 203.0.113.0/24 or 2001:db8::/32";

const isBits = (text: string | undefined, max: number): boolean =>
  text === undefined || (/^\d{1,3}$/.test(text) && Number(text) <= max);

const shown = (text: string): string => JSON.stringify(text.trim().slice(0, 50));

/** Returns an address as a 128-bit number; an IPv4 address as mapped into IPv6. */
const toNumber = (address: string): bigint =>
  ipGroups(isIP(address) === 4 ? `::ffff:${address}` : address).reduce(
    (value, group) => (value << 16n) | BigInt(Number.parseInt(group, 16)),
    0n,
  );

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
export function ipGroups(address: string): string[] {
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
