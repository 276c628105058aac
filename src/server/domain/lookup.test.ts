import { expect, test } from "vitest";
import { lookup } from "./lookup.ts";

test.each(["constructor", "valueOf", "toString", "hasOwnProperty", "__proto__"])(
  "a table has no entry for %s, which every plain object has",
  (name) => {
    const table = lookup({ bank: "checking" });
    expect([table.bank, table[name], name in table]).toEqual(["checking", undefined, false]);
  },
);
