import { z } from "zod";
import { InstitutionRecord } from "../../../protocol/institution-record.ts";
import type { CountryCode, Product } from "../../../protocol/vocabulary.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import type { Store } from "../../domain/store.ts";

/** An institution that is added by the form. */
export const NewInstitution = z.strictObject({
  name: z.string().trim().max(200),
  country_codes: z.array(z.string().max(10)).max(50),
  products: z.array(z.string().max(40)).max(50),
  url: z.string().trim().max(600),
});
export type NewInstitution = z.output<typeof NewInstitution>;

/** The fields in an institutions file's shape, whose rules also apply to the form. */
export const NewRecord = InstitutionRecord.pick({
  institution_id: true,
  name: true,
  country_codes: true,
  products: true,
  url: true,
}).required({ products: true });

/** The first id that is assigned automatically. */
const FIRST_ID = 700_001;

/** Returns the next free id. */
export const nextInstitutionId = async (
  { institutions }: Pick<Store, "institutions">,
  isTaken: (id: string) => boolean,
): Promise<string> => {
  const taken = new Set((await institutions.all()).map(({ institutionId }) => institutionId));
  for (let number = FIRST_ID; ; number++) {
    const id = `ins_${number}`;
    if (!taken.has(id) && !isTaken(id)) return id;
  }
};

/** Returns the institution of a valid form. */
export const customInstitution = (
  institutionId: string,
  { name, country_codes, products, url }: NewInstitution,
  addedAt: number,
): CustomInstitution => ({
  institutionId,
  name,
  aliases: [],
  products: [...new Set(products)] as Product[],
  countryCodes: [...new Set(country_codes)] as CountryCode[],
  routingNumbers: [],
  oauth: true,
  url: url || null,
  supported: true,
  logoShape: null,
  color: null,
  addedAt,
});
