import { expect, test } from "vitest";
import { demoUnavailableReason } from "./demo-unavailable-reason.ts";

const options = { demo: true, host: "localhost", tls: null };
const tls = { certFile: "c.pem", keyFile: "k.pem", minVersion: "TLSv1.2" as const };

test("the demo shop opens on localhost by plain HTTP", () => {
  for (const host of ["localhost", "127.0.0.1", "::1"])
    expect(demoUnavailableReason({ ...options, host }, {})).toBeNull();
});

test.each([
  ["with TLS", { ...options, tls }, {}, "not with TLS"],
  ["at another address", { ...options, host: "0.0.0.0" }, {}, "this machine's own address only"],
  ["without the secret", options, null, "not without the secret"],
])("a demo shop that cannot open %s says why, if it is wanted", (_, settings, keys, why) => {
  expect(demoUnavailableReason(settings, keys)).toContain(why);
  expect(demoUnavailableReason({ ...settings, demo: false }, keys)).toBeNull();
});
