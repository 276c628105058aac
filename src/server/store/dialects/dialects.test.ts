import { expect, test } from "vitest";
import { dialects, pickDialect } from "./index.ts";

test("a path is the address of an SQLite file, on every system", () => {
  for (const path of ["service-link.db", "/var/lib/a b/store.db", "C:\\data\\store.db", ":memory:"])
    expect(pickDialect(path).name).toBe("SQLite");
});

test("an address that no dialect accepts is refused without its password", () => {
  const open = () => pickDialect("other://user:hunter2@db.example/service");
  expect(open).toThrow("the store cannot be in a database of other:, but in SQLite");
  expect(open).not.toThrow("hunter2");
});

test("an address is accepted by one dialect at most", () => {
  for (const address of ["store.db", "sqlite.db", "postgres://db.example/service", "other://x"])
    expect(dialects.filter((dialect) => dialect.accepts(address)).length).toBeLessThanOrEqual(1);
});
