import { DIALECTS } from "../connectors/data-api/dialects/index.ts";
import type {
  Approach,
  InstitutionStandard,
} from "../domain/institutions/institution-registration.ts";

type Named = Pick<InstitutionStandard, "dialect">;

const findDialect = ({ dialect: name }: Named) => DIALECTS.find((dialect) => dialect.name === name);

/** Whether the requests of a connection can be signed with a certificate for seals. */
export const signsRequests = (standard: Named): boolean =>
  findDialect(standard)?.headers.signed !== undefined;

/** The approaches by which users can authorize consents in the dialect of a connection. */
export const listApproaches = (standard: Named): readonly Approach[] =>
  findDialect(standard)?.consent.request?.approaches ?? ["oauth"];

/** The path of a dialect's data under an issuer; null for an unknown dialect. */
export const basePathOf = (standard: Named): string | null =>
  findDialect(standard)?.basePath ?? null;

/** The names of the dialects. */
export const DIALECT_NAMES: readonly string[] = DIALECTS.map(({ name }) => name);
