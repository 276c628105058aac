import { type RawBuilder, sql } from "kysely";

/**
 * JSON texts that the database has joined, as UTF-8: as text they would be decoded only to be encoded
 * again. (PostgreSQL says convert_to(…, 'UTF8') for the cast.)
 */
export const writtenList = (joined: RawBuilder<string>): RawBuilder<Uint8Array> =>
  sql`cast(coalesce(${joined}, '') as blob)`;
