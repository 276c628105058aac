import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { onTestFinished, vi } from "vitest";

/**
 * Watches the process's PostgreSQL statements until the test ends. Returns a function that lists
 * the statements of some work. Statements of concurrent timers and of connection renewals are left
 * out.
 */
export const watchStatements = () => {
  const work = new AsyncLocalStorage<string[]>();
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...[statement, ...rest]: unknown[]
  ) {
    work.getStore()?.push(toText(statement));
    return Reflect.apply(query, this, [statement, ...rest]);
  });
  onTestFinished(() => spy.mockRestore());
  return async (run: () => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    await work.run(statements, run);
    return statements.filter((text) => !text.startsWith("discard plans"));
  };
};

const toText = (statement: unknown): string =>
  typeof statement === "object" && statement !== null && "text" in statement
    ? String(statement.text)
    : String(statement);
