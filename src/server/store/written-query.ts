import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "./tables.ts";

type Value = string | number;
/** The place of a value that is not known yet; it stands among the query's parameters until then. */
type Place<V> = { place: keyof V & string };

/**
 * A query that is written out once and asked again and again, each time about other values: for what
 * every request reads, since writing a query takes longer than its answer.
 */
export const writtenQuery = <Values extends Record<string, Value>, Row>(
  db: Database,
  build: (
    place: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
  ) => Compilable<Row>,
): ((values: Values) => Promise<Row[]>) => {
  const isPlace = (parameter: unknown): parameter is Place<Values> =>
    typeof parameter === "object" && parameter !== null && "place" in parameter;
  let written: CompiledQuery<Row> | undefined;
  return async (values) => {
    written ??= build((name) => sql`${{ place: name } satisfies Place<Values>}`).compile();
    const parameters = written.parameters.map((one) => (isPlace(one) ? values[one.place] : one));
    const { query, queryId, sql: text } = written;
    return (await db.executeQuery<Row>({ query, queryId, sql: text, parameters })).rows;
  };
};
