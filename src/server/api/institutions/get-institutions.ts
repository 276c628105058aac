import { z } from "zod";
import { Institution } from "../../../protocol/institution.ts";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";
import { endpoint } from "../endpoint.ts";
import { CountryCodes } from "../fields.ts";
import { InstitutionOptions, institutionShapes } from "./institution-shape.ts";

/** A page of the institutions of some countries. */
export const getInstitutions = endpoint({
  path: "/institutions/get",
  effect: "read",
  products: [],
  summary: "Retrieve institutions, a page at a time.",
  description: "`total` is how many there are with these country_codes and options, on all pages.",
  limits: { client: { perMinute: 50, sandboxPerMinute: 10, code: "INSTITUTIONS_GET_LIMIT" } },
  request: z.strictObject({
    count: z
      .int()
      .min(1)
      .max(500)
      .meta({ examples: [10] }),
    offset: z
      .int()
      .min(0)
      .meta({ examples: [0] }),
    country_codes: CountryCodes,
    options: InstitutionOptions.extend({
      products: z.array(z.enum(PRODUCTS)).min(1).nullish(),
      routing_numbers: z.array(z.string().max(20)).min(1).max(100).nullish(),
      oauth: z.boolean().nullish(),
    }).optional(),
  }),
  response: z.strictObject({ institutions: z.array(Institution), total: z.int() }),
  async handle({ count, offset, country_codes, options }, { client, directory, store }) {
    const { products, routing_numbers, oauth } = options ?? {};
    const matches = directory
      .list({
        clientId: client.clientId,
        countryCodes: country_codes,
        products: products ?? [],
      })
      .filter((institution) => oauth == null || institution.oauth === oauth)
      .filter(
        (institution) =>
          routing_numbers?.some((n) => institution.routingNumbers.includes(n)) ?? true,
      );
    return {
      institutions: await institutionShapes(matches.slice(offset, offset + count), options, store),
      total: matches.length,
    };
  },
});
