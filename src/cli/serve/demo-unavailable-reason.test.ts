import { expect, test } from "vitest";
import { demoUnavailableReason } from "./demo-unavailable-reason.ts";

const wanted = { demo: true, host: "localhost", tls: null };
const tls = { certFile: "c.pem", keyFile: "k.pem", minVersion: "TLSv1.2" as const };

test("the demo shop opens on this machine by plain HTTP", () => {
  for (const host of ["localhost", "127.0.0.1", "::1"])
    expect(demoUnavailableReason({ ...wanted, host }, {})).toBeNull();
});

test.each([
  ["with TLS", { ...wanted, tls }, {}, "not with TLS"],
  ["at another address", { ...wanted, host: "0.0.0.0" }, {}, "this machine's own address only"],
  ["without the secret", wanted, null, "not without the secret"],
])("a demo shop that cannot open %s says why, where it is wanted", (_, settings, keys, why) => {
  expect(demoUnavailableReason(settings, keys)).toContain(why);
  expect(demoUnavailableReason({ ...settings, demo: false }, keys)).toBeNull();
});
