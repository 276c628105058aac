import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkEvent, LinkInstitution } from "../../protocol/link-event.ts";
import type { Effect } from "./effect.ts";

/** The effect that the page, and perhaps the application's server, gets an event. */
export const emit = (event: LinkEvent): Effect => ({ do: "emit", event });

/** The ERROR event for an error, with the institution it came from. */
export const emitError = (error: LinkError, institution?: InstitutionRow | null): Effect =>
  emit({
    name: "ERROR",
    ...errorFields(error),
    ...(institution && institutionFields(institution)),
  });

/** An error as the metadata of an event has it. */
export const errorFields = ({ error_type, error_code, error_message }: LinkError) => ({
  error_type,
  error_code,
  error_message,
});

/** An institution as the metadata of an event names it. */
export const institutionFields = ({ institution_id, name }: InstitutionRow) => ({
  institution_id,
  institution_name: name,
});

/** An institution as the metadata of a callback names it. */
export const linkInstitution = ({ institution_id, name }: InstitutionRow): LinkInstitution => ({
  name,
  institution_id,
});
