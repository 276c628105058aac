import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEncoding } from "./content-negotiation.ts";

test.each([
  ["", "identity"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0", "identity"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000 , gzip;q=0", "identity"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["BR;Q=0.5", "br"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["*;q=0", "identity"],
  ["identity, br;q=0.5", "identity"],
  ["identity;q=0.2, gzip;q=0.5", "gzip"],
  ["br;q=nonsense", "identity"],
  ["br;q=2", "identity"],
  ["vibrate, gzipped", "identity"],
])("%j selects the encoding %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test("no header gets an encoding that it refuses or does not name", () => {
  const part = fc.tuple(
    fc.constantFrom("br", "gzip", "identity", "deflate"),
    fc.constantFrom("", ";q=0", ";q=0.3", ";q=1", "; q=0.999"),
  );
  const parts = fc.uniqueArray(part, { selector: ([name]) => name });
  fc.assert(
    fc.property(parts, (prefix) => {
      const choice = chooseEncoding(prefix.map((part) => part.join("")).join(", "));
      const acceptable = prefix.filter(([, q]) => q !== ";q=0").map(([name]) => String(name));
      expect([...acceptable, "identity"]).toContain(choice);
    }),
  );
});
