import { type RawBuilder, sql } from "kysely";

/**
 * Rows as a JSON list in UTF-8, joined by the database; as text it would be decoded only to be encoded
 * again. (PostgreSQL says convert_to(…, 'UTF8') for the cast.)
 */
export const writtenList = (joined: RawBuilder<string>): RawBuilder<Uint8Array> =>
  sql`cast('[' || coalesce(${joined}, '') || ']' as blob)`;
