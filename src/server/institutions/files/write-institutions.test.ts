import fc from "fast-check";
import { expect, test } from "vitest";
import { COUNTRY_CODES, LOGO_SHAPES, PRODUCTS } from "../../../protocol/vocabulary.ts";
import { anyUrl } from "../../../testing/any-text.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { toFile } from "./institution-file.ts";
import { readInstitutions } from "./read-institutions.ts";
import * as files from "./write-institutions.ts";

test("a name cannot be a formula in a spreadsheet, and is the same after another import", async () => {
  const name = '=HYPERLINK("https://evil.example")';
  const row = { institution_id: "ins_5", name, country_codes: ["US"], aliases: ["@SUM(1)"] };
  const reading = { now: 5, taken: new Map<string, string>(), tell: () => undefined };
  const { institutions } = await readInstitutions(toFile("json", JSON.stringify([row])), reading);
  const csv = files.institutionsCsv(institutions);
  expect(csv).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
  expect(csv).toContain(",'@SUM(1),");
  expect((await readInstitutions(toFile("csv", csv), reading)).institutions).toEqual(institutions);
});

test("institutions are the same after an export and an import", async () => {
  const text = fc
    .stringMatching(/^[!-~ÀÉßœ]([ -~ÀÉßœ]{0,20}[!-~ÀÉßœ])?$/)
    .map((name) => name.replaceAll(";", "."));
  const anyOwn: fc.Arbitrary<CustomInstitution> = fc
    .record({
      institutionId: fc.integer({ min: 1, max: 1e15 - 1 }).map((id) => `ins_${id}`),
      name: text,
      aliases: fc.uniqueArray(text, { maxLength: 3 }),
      products: fc.subarray([...PRODUCTS], { minLength: 1 }),
      countryCodes: fc.subarray([...COUNTRY_CODES], { minLength: 1 }),
      routingNumbers: fc.subarray(["804654979", "805322543", "807999194"]),
      oauth: fc.boolean(),
      url: fc.option(anyUrl({ schemes: ["https"] }), { nil: null }),
      supported: fc.boolean(),
      logoShape: fc.option(fc.constantFrom(...LOGO_SHAPES), { nil: null }),
      color: fc.option(fc.stringMatching(/^#[0-9a-f]{6}$/), { nil: null }),
      addedAt: fc.constant(5),
    })
    .chain((own) =>
      fc
        .option(
          fc.constantFrom("https://bank.example/logo.png", "data:image/png;base64,iVBORw0KGgo="),
          { nil: null },
        )
        .map((source) => ({ ...own, ...(source && { logo: { source } }) })),
    );
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyOwn, { selector: ({ institutionId }) => institutionId, maxLength: 5 }),
      async (own) => {
        const reading = { now: 5, taken: new Map<string, string>(), tell: () => undefined };
        for (const [format, text] of [
          ["csv", files.institutionsCsv(own)],
          ["json", files.institutionsJson(own)],
        ] as const)
          expect(await readInstitutions(toFile(format, text), reading)).toEqual({
            institutions: own,
            bad: [],
          });
      },
    ),
  );
});
