import { expect, test } from "vitest";
import { standbyAddress } from "./store-address.ts";

const databaseUrl = "postgres://user@db-a/link";

test("standbys are those of DATABASE_READ_URL", () => {
  const databaseReadUrl = "postgres://user@db-b/link?target_session_attrs=prefer-standby";
  expect(standbyAddress({ dataFolder: "/data", databaseUrl, databaseReadUrl })).toBe(
    databaseReadUrl,
  );
  expect(
    standbyAddress({ dataFolder: "/data", databaseUrl, databaseReadUrl: undefined }),
  ).toBeNull();
});

test.each([
  [undefined, "postgres://user:hunter2@db-b/link", "the store is in SQLite, which has no standby"],
  [databaseUrl, "postgres://user:hunter2@db-b", "it names no database"],
  [
    databaseUrl,
    "postgres://user:hunter2@db-b/link?target_session_attrs=primary",
    "leads to standbys",
  ],
])(
  "for a store at %s the address %s is refused by its variable, without its password",
  (store, databaseReadUrl, words) => {
    const read = () => standbyAddress({ dataFolder: "/data", databaseUrl: store, databaseReadUrl });
    expect(read).toThrow(/^DATABASE_READ_URL: /);
    expect(read).toThrow(words);
    expect(read).not.toThrow("hunter2");
  },
);
