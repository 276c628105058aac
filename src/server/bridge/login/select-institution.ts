import { SelectInstitutionRequest } from "../../../protocol/link/bridge.ts";
import { LoginForm } from "../../../protocol/link/login-form.ts";
import { matchesFilter, openInstitution } from "../../domain/connectors/directory.ts";
import { Fault } from "../../domain/fault.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { advance, filterOf, supersededFault } from "../session/session-state.ts";
import { waysQuestion } from "./bank-ways.ts";
import { loginForm, requireAvailable, withSignInFacts } from "./login-form.ts";

/** Selects an institution. Responds with its login form, or with the ways to the bank. */
export const selectInstitution = bridgeEndpoint({
  path: "/bridge/institution/select",
  access: "session",
  request: SelectInstitutionRequest,
  response: LoginForm,
  async handle({ institution_id, way = false }, context) {
    const { directory, session } = context;
    if (session.updateItemId !== null) throw supersededFault();
    const filter = filterOf(session);
    const institution = openInstitution(directory, institution_id, filter);
    if (!matchesFilter(institution, filter))
      throw new Fault("INVALID_INSTITUTION", {
        message: "the institution does not support this session's products or countries",
      });
    const { language } = session.config;
    const question = way ? null : waysQuestion(context, institution, { filter, language });
    if (question) return question;
    requireAvailable(institution, context);
    await advance(context, { at: "credentials", institutionId: institution_id });
    return withSignInFacts(loginForm(session, institution, context), session, context);
  },
});
