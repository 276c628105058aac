import { DIALECTS } from "../connectors/data-api/dialects/index.ts";
import type {
  Approach,
  InstitutionStandard,
} from "../domain/institutions/institution-registration.ts";

/** The approaches by which users can authorize consents in the dialect of a connection. */
export const listApproaches = ({
  dialect: name,
}: Pick<InstitutionStandard, "dialect">): readonly Approach[] =>
  DIALECTS.find((dialect) => dialect.name === name)?.consent.request?.approaches ?? ["oauth"];
