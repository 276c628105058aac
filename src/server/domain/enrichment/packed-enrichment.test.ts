import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleFacts } from "../../../testing/store-contract/samples.ts";
import { enrichTransaction } from "./enrich-transaction.ts";
import { loadKnowledge } from "./knowledge.ts";
import { packEnrichment, unpackEnrichment } from "./packed-enrichment.ts";

const knowledge = await loadKnowledge();

test("nothing of an enrichment is lost by packing, and it is at most half as long", () => {
  const words = fc.constantFrom(
    "paypal",
    "*",
    "tesco",
    "spotify",
    "check",
    "1234",
    "atm",
    "jim",
    "800-841-3000",
  );
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 5 }).map((list) => list.join(" ")),
      fc.option(fc.constantFrom("Jim's Bar", 'a "quoted" é', "Netflix")),
      fc.constantFrom(-5, 5),
      (name, merchant_name, amount) => {
        const facts = sampleFacts("1", { name, merchant_name, amount });
        const enriched = enrichTransaction(knowledge, facts);
        const packed = packEnrichment(enriched) ?? "";
        const unpacked = unpackEnrichment(packed, null);
        expect(enriched).toEqual({ ...facts, ...unpacked });
        expect(packed.length).toBeLessThan(JSON.stringify(unpacked).length / 2);
      },
    ),
  );
});
