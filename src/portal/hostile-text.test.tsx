import { cleanup } from "@testing-library/preact";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../testing/hostile-text.ts";
import { samples } from "../testing/property-samples.ts";
import { connection, openPortal, success } from "./open-portal.fixture.tsx";

/** Opens the page with texts of banks, applications and people; returns its elements with their attributes. */
const elementsWith = async (next: () => string): Promise<string[]> => {
  const row = { amount: 20, currency: next(), name: next() };
  const match = {
    ...{ transaction_id: "now-1", before_id: "before-1", account_id: "account-1" },
    before: { ...row, date: "2026-01-11", pending: true },
    now: { ...row, date: "2026-01-13", pending: false },
    reasons: [next(), { reason: "name" as const, value: next() }],
  };
  const grant = {
    ...{
      grant_id: "grant-1",
      name: next(),
      account_ids: ["account-1"],
      joins: false,
      can_change: true,
    },
    ...{ from: null, pending: null, until: null, used_at: null, used_from: next() },
  };
  const shown = connection({
    application: next(),
    institution: { name: next(), color: "#3044c9", logo: null },
    accounts: [{ account_id: "account-1", name: next(), mask: next() }],
    waiting: [next()],
    matches: [match],
    takes_files: true,
  });
  const answer = { email: `${next()}@shop.example`, grants: [grant] };
  await openPortal([success([shown], answer)]);
  const elements = [...document.body.querySelectorAll("*")].map((element) => {
    const attributes = [...element.attributes].map(({ name }) => name).toSorted();
    return [element.localName, ...attributes, element.getAttribute("href") ?? ""].join(" ");
  });
  cleanup();
  return elements;
};

test("any texts of banks, applications and people become no element, attribute or address", async () => {
  const plain = await elementsWith(() => "plain");
  expect(plain.length).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText(), { minLength: 3, maxLength: 12 }), async (texts) => {
      let at = 0;
      const next = () => `<script>x</script>" onload="x${texts[at++ % texts.length]}`;
      expect(await elementsWith(next)).toEqual(plain);
    }),
    { numRuns: samples(50) },
  );
});
