import { z } from "zod";
import { Institution } from "../../../protocol/institution.ts";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";
import { endpoint } from "../endpoint.ts";
import { CountryCodes } from "../fields.ts";
import { InstitutionOptions, institutionShapes } from "./institution-shape.ts";

/** The maximum number of institutions that a search returns. */
const MAX_RESULTS = 10;

/** The institutions whose names fit a query, best match first. */
export const searchInstitutions = endpoint({
  path: "/institutions/search",
  effect: "read",
  products: [],
  summary: "Search institutions by name.",
  description: "At most ten, the best first. Accents, case and small mistakes do not matter.",
  limits: { client: { perMinute: 400, code: "INSTITUTIONS_SEARCH_LIMIT" } },
  request: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ examples: ["platypus"] }),
    country_codes: CountryCodes,
    products: z.array(z.enum(PRODUCTS)).min(1).nullish(),
    options: InstitutionOptions.extend({ oauth: z.boolean().nullish() }).optional(),
  }),
  response: z.strictObject({ institutions: z.array(Institution) }),
  async handle({ query, country_codes, products, options }, { client, directory, store }) {
    const filter = {
      clientId: client.clientId,
      countryCodes: country_codes,
      products: products ?? [],
      oauth: options?.oauth ?? undefined,
    };
    return {
      institutions: await institutionShapes(
        directory.search(query, filter, MAX_RESULTS),
        options,
        store,
      ),
    };
  },
});
