import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "./tables.ts";

type Value = string | number;
/** The place of a value that is not known yet; it stands among the query's parameters until then. */
type Place<V> = { place: keyof V & string };

type Build<Values extends Record<string, Value>, Row> = (
  place: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
) => Compilable<Row>;

/**
 * A query that is written out once and asked again and again, each time about other values: for what
 * every request asks, since writing a query takes longer than its answer.
 */
export const writtenQuery = <Values extends Record<string, Value>, Row>(
  db: Database,
  build: Build<Values, Row>,
): ((values: Values) => Promise<Row[]>) => {
  const written = writing(build);
  return async (values) => (await db.executeQuery<Row>(written(values))).rows;
};

/** The same for what is only read, and goes by what is committed: it waits for no transaction. */
export const committedQuery = <Values extends Record<string, Value>, Row>(
  db: Database,
  build: Build<Values, Row>,
): ((values: Values) => Promise<Row[]>) => {
  const written = writing(build);
  return async (values) => {
    const query = written(values);
    if (db.readCommitted) return db.readCommitted(query.sql, query.parameters) as Row[];
    return (await db.executeQuery<Row>(query)).rows;
  };
};

function writing<Values extends Record<string, Value>, Row>(
  build: Build<Values, Row>,
): (values: Values) => CompiledQuery<Row> {
  const isPlace = (parameter: unknown): parameter is Place<Values> =>
    typeof parameter === "object" && parameter !== null && "place" in parameter;
  let written: CompiledQuery<Row> | undefined;
  return (values) => {
    written ??= build((name) => sql`${{ place: name } satisfies Place<Values>}`).compile();
    const { query, queryId, sql: text } = written;
    const parameters = written.parameters.map((one) => (isPlace(one) ? values[one.place] : one));
    return { query, queryId, sql: text, parameters };
  };
}
