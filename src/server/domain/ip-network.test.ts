import { expect, test } from "vitest";
import { isInNetwork, parseNetwork } from "./ip-network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 203.0.113.0/24 ", "203.0.113.0/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["::1", "::1"],
])("%s is a network", (text, network) => {
  expect(parseNetwork(text)).toEqual({ network });
});

test.each([
  "",
  "shop.example",
  "203.0.113.0/",
  "203.0.113.0/33",
  "203.0.113.0/2e1",
  "203.0.113.0/24/24",
  "203.0.113",
  "2001:db8::/129",
  "fe80::1%eth0",
])("%j is no network, and the problem says how one is written", (text) => {
  expect(parseNetwork(text)).toEqual({
    problem: `${JSON.stringify(text)} must be an address or a network, like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32`,
  });
});

test("a network that does not begin at its first address is refused", () => {
  for (const text of ["203.0.113.7/24", "2001:db8::1/32"])
    expect(parseNetwork(text)).toMatchObject({ problem: expect.stringMatching(/first address/) });
});

test.each([
  ["203.0.113.255", "203.0.113.0/24", true],
  ["203.0.114.0", "203.0.113.0/24", false],
  ["::ffff:203.0.113.9", "203.0.113.0/24", true],
  ["::FFFF:CB00:7109", "203.0.113.9", true],
  ["203.0.113.8", "203.0.113.9", false],
  ["198.51.100.1", "0.0.0.0/0", true],
  ["2001:db8::1", "0.0.0.0/0", false],
  ["2001:db8:ffff::1", "2001:db8::/32", true],
  ["2001:db9::1", "2001:db8::/32", false],
  ["2001:DB8::1%eth0", "2001:db8::1", true],
  ["198.51.100.1", "::/0", true],
  ["", "0.0.0.0/0", false],
  ["no address", "::/0", false],
])("whether %s is in %s: %s", (address, network, expected) => {
  expect(isInNetwork(address, network)).toBe(expected);
});
