import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ACCESS_TOKEN,
  type Answer,
  CHECKING,
  LOGO,
  openStreet,
  REQUEST_ID,
  refusal,
  SECRET,
  type Street,
} from "./storefront.fixture.ts";

let street: Street;

beforeEach(async () => {
  street = await openStreet();
});

afterEach(() => street.close());

const connect = (publicToken = "public-sandbox-1") =>
  street.post("/connect", { public_token: publicToken });

test("a connected bank is returned with its accounts and their numbers", async () => {
  const answer = await connect();
  expect(answer.status).toBe(200);
  const { account_id, name, mask, type, subtype, balances } = CHECKING;
  expect(await answer.json()).toEqual({
    banks: [
      {
        item_id: "item-1",
        institution_name: "Harbour & Hill",
        logo: LOGO,
        accounts: [
          {
            ...{ account_id, name, mask, type, subtype, balances },
            numbers: [{ account: "1111", routing: "0110", wire_routing: null }],
          },
          expect.objectContaining({ account_id: "acc-2", numbers: [] }),
        ],
        error: null,
      },
    ],
    paid_into: null,
  });
  expect(street.requests[0]).toEqual({
    path: "/item/public_token/exchange",
    method: "POST",
    client_id: "the-shop",
    secret: SECRET,
    public_token: "public-sandbox-1",
  });
});

test("visitors see their own accounts only, and change nothing of another's", async () => {
  await connect();
  street.becomeAnother();
  expect(await (await street.get("/accounts")).json()).toEqual({ banks: [], paid_into: null });
  expect((await street.post("/pay-into", { account_id: "acc-1" })).status).toBe(400);
  await street.post("/forget", { item_id: "item-1" });
  expect(street.requests.filter(({ path }) => path === "/item/remove")).toEqual([]);
  const { banks } = await (await connect("public-sandbox-2")).json();
  expect(banks.map(({ item_id }: { item_id: string }) => item_id)).toEqual(["item-2"]);
});

test("a bank without a logo, or whose logo cannot be read, is shown all the same", async () => {
  const logos = async (answer: Answer) => {
    street.answers["/institutions/get_by_id"] = () => answer;
    const { banks } = await (await street.get("/accounts")).json();
    return banks.map(({ logo, error }: { logo: string; error: object }) => [logo, error]);
  };
  await connect();
  expect(await logos([200, { institution: { logo: null } }])).toEqual([[null, null]]);
  expect(await logos(refusal("INVALID_INSTITUTION"))).toEqual([[null, null]]);
});

test("the accounts are there again after a restart, until the bank is forgotten", async () => {
  await connect();
  await connect("public-sandbox-2");
  await street.reopen();
  const names = async (answer: Response) =>
    (await answer.json()).banks.map((bank: { item_id: string }) => bank.item_id);
  expect(await names(await street.get("/accounts"))).toEqual(["item-1", "item-2"]);
  expect(await names(await street.post("/forget", { item_id: "item-1" }))).toEqual(["item-2"]);
  await street.reopen();
  expect(await names(await street.get("/accounts"))).toEqual(["item-2"]);
});

test("a bank that is forgotten is removed at the bank service", async () => {
  await connect();
  await street.post("/forget", { item_id: "item-1" });
  expect(street.requests.filter(({ path }) => path === "/item/remove")).toMatchObject([
    { access_token: `${ACCESS_TOKEN}-item-1` },
  ]);
});

test("a bank is kept while the bank service cannot remove it", async () => {
  await connect();
  for (const answer of [refusal("RATE_LIMIT_EXCEEDED"), [200, "<html>"] satisfies Answer]) {
    street.answers["/item/remove"] = () => answer;
    expect((await street.post("/forget", { item_id: "item-1" })).status).toBe(502);
    expect((await (await street.get("/accounts")).json()).banks).toHaveLength(1);
  }
});

test.each(["INVALID_ACCESS_TOKEN", "ITEM_NOT_FOUND"])(
  "a bank that the bank service says %s of is forgotten",
  async (code) => {
    await connect();
    street.answers["/item/remove"] = () => refusal(code);
    expect((await (await street.post("/forget", { item_id: "item-1" })).json()).banks).toEqual([]);
  },
);

test("the account to be paid into is chosen, and still chosen after a restart", async () => {
  const paidInto = async () => (await (await street.get("/accounts")).json()).paid_into;
  await connect();
  expect(await paidInto()).toBeNull();
  expect((await street.post("/pay-into", { account_id: "acc-1" })).status).toBe(200);
  await street.reopen();
  expect(await paidInto()).toBe("acc-1");
});

test.each(["acc-2", "acc-9"])(
  "payments into %s are refused, as it has no numbers",
  async (account_id) => {
    await connect();
    const answer = await street.post("/pay-into", { account_id });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toBe("Money cannot be sent to that account.");
    expect((await (await street.get("/accounts")).json()).paid_into).toBeNull();
  },
);

test("no answer holds an access token or the secret", async () => {
  const pages = [await (await connect()).text()];
  const paths = ["/", "/accounts", "/shop.js", "/tokens.json", "/server.mjs"];
  for (const path of paths) pages.push(await (await street.get(path)).text());
  street.answers["/accounts/get"] = () => refusal("INVALID_ACCESS_TOKEN");
  pages.push(await (await street.get("/accounts")).text());
  street.answers["/accounts/get"] = () => [200, "<html>"];
  pages.push(await (await street.get("/accounts")).text());
  pages.push(await (await street.post("/forget", { item_id: "item-1" })).text());

  expect(
    street.requests.some(({ access_token }) => access_token === `${ACCESS_TOKEN}-item-1`),
  ).toBe(true);
  expect(pages.join()).toContain("Everyday Checking");
  expect(pages.join()).not.toContain(ACCESS_TOKEN);
  expect(pages.join()).not.toContain(SECRET);
});

test("the token file is readable by its owner only, and no other file is left", async () => {
  await connect();
  const file = join(street.folder, "kept", "tokens.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { visitors } = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.values(visitors)).toEqual([
    { items: [{ item_id: "item-1", access_token: `${ACCESS_TOKEN}-item-1` }] },
  ]);
  expect(() => statSync(`${file}.next`)).toThrow("ENOENT");
});

test.each(["{", "{}", "null"])("a token file of %j keeps the shop from opening", async (text) => {
  const file = join(street.folder, "broken.json");
  writeFileSync(file, text);
  await expect(street.open({ file })).rejects.toThrow(
    `the shop's token file ${file} cannot be read; delete it, and the shop begins without accounts`,
  );
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a refusal of the bank service is passed on in plain words with its request_id", async () => {
  street.answers["/item/public_token/exchange"] = () => refusal("INVALID_PUBLIC_TOKEN");
  const silent = await connect();
  expect(silent.status).toBe(502);
  expect(await silent.json()).toEqual({
    error: {
      message: "The bank service could not do that. Please try again.",
      code: "INVALID_PUBLIC_TOKEN",
      detail: "developers read of INVALID_PUBLIC_TOKEN",
      request_id: REQUEST_ID,
    },
  });
  street.answers["/item/public_token/exchange"] = () =>
    refusal("INSTITUTION_DOWN", "Come back later.");
  expect((await (await connect()).json()).error.message).toBe("Come back later.");
});

test("a file shows the bank's name that its customer typed, and any other bank its own", async () => {
  const item = { institution_id: "ins_909999", institution_name: "Bank file" };
  const named = (name: string, official_name: string | null) => ({
    ...CHECKING,
    name,
    official_name,
  });
  await connect();
  const nameWith = async (bank: object, ...accounts: object[]) => {
    street.answers["/accounts/get"] = () => [200, { request_id: REQUEST_ID, accounts, item: bank }];
    const answer = await street.get("/accounts");
    return (await answer.json()).banks[0].institution_name;
  };
  const typed = named("Account 1234", "Lantern Bank Account 1234");
  expect(await nameWith(item, typed)).toBe("Lantern Bank");
  for (const accounts of [[], [named("Account 1234", null)], [named("Account", "Lantern Bank")]])
    expect(await nameWith(item, ...accounts)).toBe("Bank file");
  const other = { institution_id: "ins_7", institution_name: "Harbour & Hill" };
  expect(await nameWith(other, typed)).toBe("Harbour & Hill");
});

test("one bank's refusal leaves the others in view", async () => {
  await connect();
  await connect("public-sandbox-2");
  const accounts = street.answers["/accounts/get"];
  street.answers["/accounts/get"] = (body) =>
    body.access_token === `${ACCESS_TOKEN}-item-1`
      ? refusal("INVALID_ACCESS_TOKEN")
      : (accounts?.(body) ?? [500, {}]);
  const answer = await street.get("/accounts");
  expect(answer.status).toBe(200);
  expect((await answer.json()).banks).toEqual([
    expect.objectContaining({
      item_id: "item-1",
      institution_name: null,
      accounts: [],
      error: expect.objectContaining({ code: "INVALID_ACCESS_TOKEN", request_id: REQUEST_ID }),
    }),
    expect.objectContaining({ item_id: "item-2", institution_name: "Harbour & Hill", error: null }),
  ]);
});

test("a connection that the customer has ended keeps its bank's name, and is no failure", async () => {
  await connect();
  street.answers["/accounts/get"] = () => refusal("USER_PERMISSION_REVOKED");
  street.answers["/auth/get"] = () => refusal("USER_PERMISSION_REVOKED");
  const answer = await street.get("/accounts");
  expect((await answer.json()).banks).toEqual([
    {
      item_id: "item-1",
      institution_name: "Harbour & Hill",
      logo: LOGO,
      accounts: [],
      error: {
        message:
          "You have ended this connection. Connect the bank again, or disconnect it here too.",
      },
    },
  ]);
});

test("accounts are shown without numbers if the bank gives none", async () => {
  street.answers["/auth/get"] = () => refusal("PRODUCTS_NOT_SUPPORTED");
  const [bank] = (await (await connect()).json()).banks;
  expect(bank.accounts.map((account: { numbers: unknown[] }) => account.numbers)).toEqual([[], []]);
  expect(bank.error).toBeNull();
});

test.each<[string, Answer]>([
  ["a page of a proxy", [502, "<html>Bad Gateway</html>"]],
  ["null", [200, "null"]],
  ["nothing that was asked for", [200, {}]],
  ["an error without a code", [500, {}]],
])("a bank service that responds %s is out of reach", async (_, answer) => {
  street.answers["/item/public_token/exchange"] = () => answer;
  await expectOutOfReach(await connect());
  expect((await (await street.get("/accounts")).json()).banks).toEqual([]);
});

test("a bank is kept when the service breaks down right after the exchange", async () => {
  const whole = { ...street.answers };
  street.answers["/accounts/get"] = () => [500, ""];
  await expectOutOfReach(await connect());
  Object.assign(street.answers, whole);
  expect((await (await street.get("/accounts")).json()).banks).toHaveLength(1);
});

test("a bank service that is gone is out of reach", async () => {
  street.closeBank();
  await expectOutOfReach(await connect());
});

async function expectOutOfReach(answer: Response) {
  expect(answer.status).toBe(502);
  expect(await answer.json()).toEqual({
    error: {
      message: "We could not reach the bank service. Please try again in a moment.",
      code: null,
      detail: null,
      request_id: null,
    },
  });
}
