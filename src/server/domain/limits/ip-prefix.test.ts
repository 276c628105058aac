import fc from "fast-check";
import { expect, test } from "vitest";
import { ipPrefix } from "./ip-prefix.ts";

const byte = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join("."));
const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });

/** Every spelling of an IPv6 address: full, in capitals, and as short as browsers write it. */
const spellings = (all: number[]): string[] => {
  const full = all.map((group) => group.toString(16).padStart(4, "0")).join(":");
  const short = new URL(`http://[${full}]`).hostname.slice(1, -1);
  return [full, full.toUpperCase(), short, `${short}%eth0`];
};

test("all addresses of one /64 are one caller, however they are written", () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
      fc.pre(network.some((each) => each > 0));
      const callers = [...spellings([...network, ...one]), ...spellings([...network, ...other])];
      const prefix = `${network.map((each) => each.toString(16)).join(":")}::/64`;
      expect(new Set(callers.map(ipPrefix))).toEqual(new Set([prefix]));
    }),
  );
});

test("addresses of two /64s are two callers", () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (one, other, host) => {
      fc.pre(one.some((each, n) => each !== other[n]));
      const callers = [one, other].map((network) => spellings([...network, ...host])[2] ?? "");
      fc.pre(!callers.some((caller) => caller.startsWith("::")));
      expect(new Set(callers.map(ipPrefix)).size).toBe(2);
    }),
  );
});

test("an IPv4 address is one caller, also in its IPv6 form", () => {
  fc.assert(
    fc.property(ipv4, (address) => {
      const { hostname } = new URL(`http://[::ffff:${address}]`);
      const spellings = [`::ffff:${address}`, `::FFFF:${address}`, hostname.slice(1, -1)];
      for (const each of [address, ...spellings]) expect(ipPrefix(each)).toBe(address);
    }),
  );
});

test("sample addresses have their prefixes, and other texts stay as they are", () => {
  expect(ipPrefix("::1")).toBe("0:0:0:0::/64");
  expect(ipPrefix("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(ipPrefix("2001:db8:1:2:3:4:192.0.2.1")).toBe("2001:db8:1:2::/64");
  expect(ipPrefix("64:ff9b::192.0.2.1")).toBe("64:ff9b:0:0::/64");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof ipPrefix(text)).toBe("string");
    }),
  );
  for (const odd of ["", "unknown", "1.2.3", "::1::"]) expect(ipPrefix(odd)).toBe(odd);
});
