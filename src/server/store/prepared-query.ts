import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database, Queryable } from "./tables.ts";

type Value = string | number | null;
/** A placeholder among the compiled parameters for a value of each run. */
type Parameter<V> = { param: keyof V & string };

type Build<Values extends Record<string, Value>, Row> = (
  param: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
) => Compilable<Row>;

/**
 * A prepared query: compiled once, run with other values each time. For the queries of every request,
 * since compiling a query takes longer than running it.
 */
export const preparedQuery = <Values extends Record<string, Value>, Row>(
  db: Queryable,
  build: Build<Values, Row>,
): ((values: Values, transaction?: Queryable) => Promise<Row[]>) => {
  const queryWith = compileOnce(build);
  return async (values, transaction = db) =>
    (await transaction.executeQuery<Row>(queryWith(values))).rows;
};

/** Prepares a read of committed data, which waits for no transaction. */
export const preparedRead = <Values extends Record<string, Value>, Row>(
  db: Database,
  build: Build<Values, Row>,
): ((values: Values) => Row[] | Promise<Row[]>) => {
  const queryWith = compileOnce(build);
  return (values) => db.readCommitted(queryWith(values));
};

function compileOnce<Values extends Record<string, Value>, Row>(
  build: Build<Values, Row>,
): (values: Values) => CompiledQuery<Row> {
  const isParameter = (parameter: unknown): parameter is Parameter<Values> =>
    typeof parameter === "object" && parameter !== null && "param" in parameter;
  let compilation: CompiledQuery<Row> | undefined;
  return (values) => {
    compilation ??= build((name) => sql`${{ param: name } satisfies Parameter<Values>}`).compile();
    const { query, queryId, sql: text } = compilation;
    const parameters = compilation.parameters.map((parameter) =>
      isParameter(parameter) ? values[parameter.param] : parameter,
    );
    return { query, queryId, sql: text, parameters };
  };
}
