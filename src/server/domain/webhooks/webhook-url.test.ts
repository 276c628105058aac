import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isAllowedAddress,
  isInstitutionAddress,
  isPublicAddress,
  webhookUrlProblem,
} from "./webhook-url.ts";

const octet = fc.integer({ min: 0, max: 255 });
const dottedDecimal = (...octets: readonly number[]) => octets.join(".");

/** Addresses that no connection outside the sandbox may reach, one per way to spell them. */
const INTERNAL = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "fc00::1",
  "fd12:3456::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
  "2001::1",
  "2002:7f00:1::",
  "64:ff9b::7f00:1",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::1",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "0:0:0:0:0:ffff:10.0.0.1",
];

const PUBLIC = [
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450::1",
  "::ffff:1.1.1.1",
  "64:ff9b::101:101",
];

const PRODUCTION = { environment: "production", outboundHosts: null } as const;
const SANDBOX = { environment: "sandbox", outboundHosts: null } as const;

describe("an address", () => {
  test.each(INTERNAL)("%s is not of the public internet", (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isAllowedAddress(address, "production")).toBe(false);
    expect(isAllowedAddress(address, "development")).toBe(false);
  });

  test.each(PUBLIC)("%s is", (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(isAllowedAddress(address, "production")).toBe(true);
  });

  test("an IPv4 address and its IPv6 mapping get the same verdict", () => {
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const plain = isPublicAddress(dottedDecimal(a, b, c, d));
        expect(isPublicAddress(`::ffff:${dottedDecimal(a, b, c, d)}`)).toBe(plain);
        const [high, low] = [a * 256 + b, c * 256 + d].map((part) => part.toString(16));
        expect(isPublicAddress(`::ffff:${high}:${low}`)).toBe(plain);
        expect(isPublicAddress(`64:ff9b::${high}:${low}`)).toBe(plain);
      }),
    );
  });

  test("any other text is no public address", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\d.]+$|:/.test(text));
        expect(isPublicAddress(text)).toBe(false);
      }),
    );
  });

  const METADATA = ["169.254.169.254", "168.63.129.16", "192.0.0.192", "100.100.100.200"];

  test.each(METADATA)("%s is refused everywhere, in every address that embeds it", (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
    const hex = (...octets: readonly number[]) =>
      octets.reduce((sum, octet) => sum * 256 + octet, 0).toString(16);
    const [high, low] = [hex(a, b), hex(c, d)];
    const inverted = (x: number, y: number) => hex(255 - x, 255 - y);
    const forms = [
      ...[address, `::ffff:${address}`, `::${address}`, `::ffff:0:${address}`],
      ...[`2002:${high}:${low}::`, `2002:${high}:${low}::1`, `64:ff9b::${address}`],
      ...[`64:ff9b:1::${address}`, `64:ff9b:1:${high}:${hex(0, c)}:${hex(d, 0)}::`],
      `64:ff9b:1:${hex(0, a)}:${hex(0, b)}:${low}::`,
      `64:ff9b:1:0:${hex(0, a)}:${hex(b, c)}:${hex(d, 0)}:0`,
      ...[`2001:0:${high}:${low}::`, `2001::${inverted(a, b)}:${inverted(c, d)}`],
      ...[`fd00::5efe:${address}`, `2600::200:5efe:${address}`, `fe80::5efe:${address}`],
    ];
    for (const form of forms)
      for (const environment of ["sandbox", "development", "production"] as const) {
        expect([form, isAllowedAddress(form, environment)]).toEqual([form, false]);
        for (const mayBePrivate of [true, false])
          expect([form, isInstitutionAddress(form, { environment, mayBePrivate })]).toEqual([
            ...[form, false],
          ]);
      }
    for (const form of forms.filter((one) => one.includes(":")))
      expect(webhookUrlProblem(`http://[${form}]/`, SANDBOX)).toBe("must be a public address");
  });

  test.each([
    "::ffff:10.0.0.1",
    "2002:a00:1::",
    "64:ff9b::10.0.0.1",
    "fd00::5efe:10.0.0.1",
    "fd00::1",
  ])("%s of a private network is allowed in the sandbox alone", (address) => {
    expect(isAllowedAddress(address, "sandbox")).toBe(true);
    expect(isAllowedAddress(address, "production")).toBe(false);
  });

  test("the sandbox allows this machine and its network, but no metadata service", () => {
    for (const address of ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "1.1.1.1"])
      expect(isAllowedAddress(address, "sandbox")).toBe(true);
    for (const address of [
      "169.254.169.254",
      "100.100.100.200",
      "192.0.0.192",
      "fe80::1",
      "fd00:ec2::254",
      "fd20:ce::254",
      "168.63.129.16",
      "fe80::1%eth0",
      "::ffff:169.254.0.1",
      "::ffff:100.100.100.200",
    ])
      expect(isAllowedAddress(address, "sandbox")).toBe(false);
  });
});

describe("a receiver's URL", () => {
  test.each([
    "https://shop.example/webhook",
    "https://shop.example:8443/a?b=c",
    "https://1.1.1.1/",
    "https://[2606:4700::1111]/",
  ])("%s is fine everywhere", (url) => {
    expect(webhookUrlProblem(url, PRODUCTION)).toBeNull();
    expect(webhookUrlProblem(url, SANDBOX)).toBeNull();
  });

  test.each([
    ["http://shop.example/", "must begin with https://"],
    ["https://localhost/", "must be a public address"],
    ["https://shop.localhost/", "must be a public address"],
    ["https://127.0.0.1/", "must be a public address"],
    ["https://2130706433/", "must be a public address"],
    ["https://0x7f.1/", "must be a public address"],
    ["https://0177.0.0.1/", "must be a public address"],
    ["https://[::1]/", "must be a public address"],
    ["https://[::ffff:10.0.0.1]/", "must be a public address"],
    ["https://169.254.169.254/latest", "must be a public address"],
    ["https://user:password@shop.example/", "must have no user name or password in it"],
    ["ftp://shop.example/", "must begin with https://"],
    ["shop.example", "must be a URL"],
  ])("%s %s in production", (url, problem) => {
    expect(webhookUrlProblem(url, PRODUCTION)).toBe(problem);
  });

  test.each(["http://localhost:3000/hook", "http://127.0.0.1:3000", "http://shop:3000/hook"])(
    "%s is fine in the sandbox",
    (url) => {
      expect(webhookUrlProblem(url, SANDBOX)).toBeNull();
      expect(webhookUrlProblem(url, PRODUCTION)).not.toBeNull();
    },
  );

  test("the URL of a metadata service is forbidden everywhere", () => {
    expect(webhookUrlProblem("http://169.254.169.254/", SANDBOX)).toBe("must be a public address");
  });
});
