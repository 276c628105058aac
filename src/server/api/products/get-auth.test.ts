import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("two Items of one login have the same account numbers under ids of their own", async () => {
  const { call, link } = await testApp();
  const [one, two] = [await link(), await link()];
  const auth = async ({ access_token }: { access_token: string }) =>
    (await call("/auth/get", { access_token })) as {
      numbers: { ach: { account: string; account_id: string }[] };
    };
  const [first, second] = [await auth(one), await auth(two)];
  expect(one.access_token).not.toBe(two.access_token);
  expect(first.numbers.ach.map(({ account }) => account)).toEqual(
    second.numbers.ach.map(({ account }) => account),
  );
  const ids = [...first.numbers.ach, ...second.numbers.ach].map(({ account_id }) => account_id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ["ins_109508", ["ach"]],
  ["ins_43", ["eft"]],
  ["ins_116834", ["international", "bacs"]],
])("/auth/get of %s returns numbers of the networks %j", async (institution, networks) => {
  const { call, link } = await testApp();
  const { access_token } = await link(institution);
  const { numbers, accounts } = (await call("/auth/get", { access_token })) as {
    numbers: Record<string, { account_id: string }[]>;
    accounts: { account_id: string }[];
  };
  expect(Object.keys(numbers)).toEqual(["ach", "eft", "international", "bacs"]);
  const networksWithNumbers = Object.keys(numbers).filter((network) => numbers[network]?.length);
  expect(networksWithNumbers).toEqual(networks);
  for (const network of networks)
    expect(numbers[network]?.map(({ account_id }) => account_id)).toEqual(
      accounts.map(({ account_id }) => account_id),
    );
});

test("/auth/get adds auth to an Item linked without it", async () => {
  const { call, link } = await testApp();
  const { access_token } = await link("ins_109508", ["transactions"]);
  const before = await call("/item/get", { access_token });
  expect(before.item).toMatchObject({ billed_products: ["transactions"], error: null });
  const { item } = await call("/auth/get", { access_token });
  expect(item).toMatchObject({ billed_products: ["transactions", "auth"] });
  const after = await call("/item/get", { access_token });
  expect(after.item).toEqual(item);
});
