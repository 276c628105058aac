import { expect, test } from "vitest";
import { withOwnValues } from "./own-values.ts";

const values = {
  access_token: "access-sandbox-own",
  item_id: "item-own",
  account_id: "account-own",
  user_id: null,
};

test("own values take the place of an example's, at any depth and in lists", () => {
  expect(
    withOwnValues(
      {
        access_token: "access-sandbox-example",
        options: { account_ids: ["a", "b"], count: 5 },
        access_tokens: ["access-sandbox-example"],
        items: [{ item_id: "item", note: null }],
      },
      values,
    ),
  ).toEqual({
    access_token: "access-sandbox-own",
    options: { account_ids: ["account-own"], count: 5 },
    access_tokens: ["access-sandbox-own"],
    items: [{ item_id: "item-own", note: null }],
  });
});

test("a field without an own value, or of another name, stays", () => {
  const body = { user_id: "usr_1", institution_id: "ins_1", access_token: null, constructor: "x" };
  expect(withOwnValues(body, values)).toEqual(body);
});
