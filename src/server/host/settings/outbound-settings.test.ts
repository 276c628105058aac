import { expect, test } from "vitest";
import { isOutboundHost } from "../../domain/outbound-hosts.ts";
import { readSettings } from "./settings.ts";

const read = (list: string) => readSettings({}, { OUTBOUND_HOSTS: list }).outboundHosts;

test("hosts are normalized like those of URLs, and any host is allowed without a list", () => {
  expect(readSettings({}, {}).outboundHosts).toBeNull();
  expect(read("Hooks.Example.com, *.Bank.example,10.1,[2001:DB8:0::1],bücher.example")).toEqual([
    "hooks.example.com",
    "*.bank.example",
    "10.0.0.1",
    "[2001:db8::1]",
    "xn--bcher-kva.example",
  ]);
});

test.each([
  "",
  "*",
  "*.",
  "a.example,",
  "https://a.example",
  "a.example:443",
  "a.example/b",
  "a.*.example",
  "*a.example",
  "*.10.0.0.1",
  "*.[::1]",
  "u@a.example",
  "a b",
])("%j is refused with what would be right", (list) => {
  expect(() => read(list)).toThrow(/^OUTBOUND_HOSTS\.\d: must be host names, such as/);
});

test.each([
  ["https://hooks.example.com:8443/a?b", true],
  ["https://HOOKS.example.com/", true],
  ["https://a.b.bank.example/", true],
  ["https://bank.example/", false],
  ["https://evilbank.example/", false],
  ["https://hooks.example.com.evil.example/", false],
  ["https://hooks.example.com@evil.example/", false],
  ["https://x.hooks.example.com/", false],
  ["https://hooks.example.com./", false],
])("whether %s may be called: %s", (url, is) => {
  expect(isOutboundHost(new URL(url).hostname, read("hooks.example.com,*.bank.example"))).toBe(is);
});
