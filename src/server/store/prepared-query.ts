import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "./tables.ts";

type Value = string | number;
/** The place of a value that is not known yet; it stands among the query's parameters until then. */
type Parameter<V> = { place: keyof V & string };

type Build<Values extends Record<string, Value>, Row> = (
  place: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
) => Compilable<Row>;

/**
 * A query that is written out once and asked again and again, each time about other values: for what
 * every request asks, since writing a query takes longer than its answer.
 */
export const preparedQuery = <Values extends Record<string, Value>, Row>(
  db: Database,
  build: Build<Values, Row>,
): ((values: Values) => Promise<Row[]>) => {
  const written = compileOnce(build);
  return async (values) => (await db.executeQuery<Row>(written(values))).rows;
};

/** The same for what is only read, and goes by what is committed: it waits for no transaction. */
export const preparedRead = <Values extends Record<string, Value>, Row>(
  db: Database,
  build: Build<Values, Row>,
): ((values: Values) => Promise<Row[]>) => {
  const written = compileOnce(build);
  return async (values) => {
    const query = written(values);
    if (db.readCommitted) return db.readCommitted(query.sql, query.parameters) as Row[];
    return (await db.executeQuery<Row>(query)).rows;
  };
};

function compileOnce<Values extends Record<string, Value>, Row>(
  build: Build<Values, Row>,
): (values: Values) => CompiledQuery<Row> {
  const isParameter = (parameter: unknown): parameter is Parameter<Values> =>
    typeof parameter === "object" && parameter !== null && "place" in parameter;
  let written: CompiledQuery<Row> | undefined;
  return (values) => {
    written ??= build((name) => sql`${{ place: name } satisfies Parameter<Values>}`).compile();
    const { query, queryId, sql: text } = written;
    const parameters = written.parameters.map((one) =>
      isParameter(one) ? values[one.place] : one,
    );
    return { query, queryId, sql: text, parameters };
  };
}
