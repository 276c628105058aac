import type { LinkError } from "../../protocol/errors/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkEvent, LinkInstitution } from "../../protocol/link/link-event.ts";
import type { Effect } from "./effect.ts";

/**
 * Returns the effect that sends an event to the page, and also to the application's server if the
 * server wants events.
 */
export const emit = (event: LinkEvent): Effect => ({ do: "emit", event });

/** Returns the ERROR event of an error, with its institution. */
export const emitError = (error: LinkError, institution?: InstitutionRow | null): Effect =>
  emit({
    name: "ERROR",
    ...errorFields(error),
    ...(institution && institutionFields(institution)),
  });

/** Returns the fields of an error for the metadata of an event. */
export const errorFields = ({ error_type, error_code, error_message }: LinkError) => ({
  error_type,
  error_code,
  error_message,
});

/** Returns the fields of an institution for the metadata of an event. */
export const institutionFields = ({ institution_id, name }: InstitutionRow) => ({
  institution_id,
  institution_name: name,
});

/** Returns an institution for the metadata of a callback. */
export const linkInstitution = ({ institution_id, name }: InstitutionRow): LinkInstitution => ({
  name,
  institution_id,
});
