import { expect, test } from "vitest";
import { createPrivateHostCheck } from "./private-host.ts";

/** The known names and their addresses. */
const NAMES: Record<string, string[]> = {
  "bank.internal": ["10.0.0.1"],
  "several.internal": ["192.168.0.1", "fd00::1"],
  "mapped.internal": ["::ffff:10.0.0.1"],
  "split.example": ["10.0.0.1", "93.184.216.34"],
  "bank.example": ["93.184.216.34"],
  "here.example": ["127.0.0.1"],
  "metadata.example": ["169.254.169.254"],
};

const isPrivate = (environment: "sandbox" | "production", privateHosts: string[] = []) =>
  createPrivateHostCheck({
    environment,
    privateHosts,
    lookUp: (name, answer) => {
      const addresses = NAMES[name] ?? [];
      if (addresses.length === 0) answer(new Error("not found"), []);
      else
        answer(
          null,
          addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        );
    },
  });

test.each([
  ["bank.internal", true],
  ["several.internal", true],
  ["mapped.internal", true],
  ["metadata.example", true],
  ["10.0.0.1", true],
  ["[fd00::1]", true],
  ["0.0.0.0", true],
  ["split.example", false],
  ["bank.example", false],
  ["93.184.216.34", false],
  ["unknown.example", false],
])("whether %s is on a private network: %s", async (host, expected) => {
  expect(await isPrivate("sandbox")(host)).toBe(expected);
  expect(await isPrivate("production")(host)).toBe(expected);
});

test.each(["here.example", "127.0.0.1", "[::1]"])(
  "%s is this machine: good in the sandbox, private elsewhere",
  async (host) => {
    expect(await isPrivate("sandbox")(host)).toBe(false);
    expect(await isPrivate("production")(host)).toBe(true);
  },
);

test("only hosts that the setting names are allowed", async () => {
  const check = isPrivate("production", ["10.0.0.1", "*.internal"]);
  for (const host of ["10.0.0.1", "bank.internal", "several.internal"])
    expect(await check(host)).toBe(false);
  expect(await check("10.0.0.2")).toBe(true);
});
