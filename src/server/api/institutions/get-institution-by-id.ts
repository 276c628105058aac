import { z } from "zod";
import { Institution } from "../../../protocol/institution.ts";
import { matchesFilter, openInstitution } from "../../domain/connectors/directory.ts";
import { Fault } from "../../domain/fault.ts";
import { endpoint } from "../endpoint.ts";
import { CountryCodes, InstitutionId } from "../fields.ts";
import { InstitutionOptions, institutionShapes } from "./institution-shape.ts";

/** One institution, which must serve one of the country_codes. */
export const getInstitutionById = endpoint({
  path: "/institutions/get_by_id",
  effect: "read",
  products: [],
  summary: "Retrieve an institution.",
  description: "It has to serve one of the country_codes.",
  limits: { client: { perMinute: 400, code: "INSTITUTIONS_GET_BY_ID_LIMIT" } },
  request: z.strictObject({
    institution_id: InstitutionId,
    country_codes: CountryCodes,
    options: InstitutionOptions.optional(),
  }),
  response: z.strictObject({ institution: Institution }),
  async handle({ institution_id, country_codes, options }, { client, directory, store }) {
    const { clientId } = client;
    const institution = openInstitution(directory, institution_id, { clientId });
    if (!matchesFilter(institution, { clientId, countryCodes: country_codes, products: [] }))
      throw new Fault("INVALID_INSTITUTION", {
        message: "the institution serves none of the country_codes",
      });
    const [shape] = await institutionShapes([institution], options, store);
    if (!shape) throw new Error("the institution has no shape");
    return { institution: shape };
  },
});
