import {
  type LoginForm,
  SelectInstitutionRequest,
  SelectInstitutionResponse,
} from "../../protocol/bridge.ts";
import { fits } from "../domain/directory.ts";
import { Fault } from "../domain/fault.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { advance, filterOf, rowOf } from "./session.ts";

/** Takes the user's institution, and answers the form that it asks them to fill in. */
export const selectInstitution = bridgeEndpoint({
  path: "/bridge/institution/select",
  access: "session",
  request: SelectInstitutionRequest,
  response: SelectInstitutionResponse,
  async handle({ institution_id }, context): Promise<LoginForm> {
    const institution = context.directory.get(institution_id);
    if (!fits(institution, filterOf(context.session)))
      throw new Fault("INVALID_INSTITUTION", {
        message: "the institution does not serve what this session asks for",
      });
    if (institution.health === "DOWN") throw new Fault("INSTITUTION_DOWN");
    await advance(context, { at: "credentials", institutionId: institution_id });
    return {
      institution: rowOf(institution),
      url: institution.url,
      health: institution.health,
      purpose: "login",
      consent: null,
      fields: institution.fields,
    };
  },
});
