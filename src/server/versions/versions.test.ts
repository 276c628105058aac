import { expect, test } from "vitest";
import { changelog } from "./changelog.ts";
import { atPath, drop, rename } from "./edit.ts";
import {
  CHANGES,
  createVersionRegistry,
  type JsonObject,
  takesPublicKey,
  VERSIONS,
} from "./index.ts";

const paths = [
  ...new Set(CHANGES.flatMap(({ changes }) => changes.flatMap((change) => change.paths))),
];
const versions = createVersionRegistry(paths);

/** Downgrades a response from head to a version. */
const responseAt = (version: string, path: string, head: JsonObject): JsonObject =>
  versions(version, path)?.response.value(head) ?? head;

/** Upgrades a request from a version to head. */
const requestAt = (version: string, path: string, body: JsonObject): JsonObject =>
  versions(version, path)?.request.value(body) ?? body;

const ach = { account_id: "a", account: "1", routing: "2", wire_routing: "3" };
const bacs = { account_id: "b", account: "4", sort_code: "5" };
const numbers = { ach: [ach], eft: [], international: [], bacs: [bacs] };

const auth = { accounts: [], numbers };

test("Auth's numbers change from a flat array to two networks, and then to four", () => {
  const numbersIn = (version: string) => responseAt(version, "/auth/get", auth).numbers;
  expect(numbersIn("2017-03-08")).toEqual([ach]);
  expect(numbersIn("2018-05-22")).toEqual({ ach: [ach], eft: [] });
  expect(numbersIn("2019-05-29")).toEqual(numbers);
  expect(numbersIn("2020-09-14")).toEqual(numbers);
});

test("a processor's numbers are a flat array before 2020-09-14", () => {
  const numbersIn = (version: string) =>
    responseAt(version, "/processor/auth/get", { account: {}, numbers }).numbers;
  for (const version of VERSIONS.slice(0, 3)) expect(numbersIn(version)).toEqual([ach]);
  expect(numbersIn("2020-09-14")).toEqual(numbers);
});

const transaction = {
  amount: 1,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
  location: { address: null, city: "C", region: "R", postal_code: "P", country: "US", lat: 1 },
};

test("transactions have a currency from 2018 on, and a country from 2019 on", () => {
  const first = (version: string) => {
    const { transactions } = responseAt(version, "/transactions/get", {
      accounts: [],
      transactions: [transaction],
    });
    return Array.isArray(transactions) ? transactions[0] : null;
  };
  const { iso_currency_code: _, unofficial_currency_code: __, ...plain } = transaction;
  const location = { address: null, city: "C", state: "R", zip: "P", lat: 1 };
  expect(first("2017-03-08")).toEqual({ ...plain, location });
  expect(first("2018-05-22")).toEqual({ ...transaction, location });
  expect(first("2019-05-29")).toEqual(transaction);
});

test("an empty list of transactions is null from 2019 on, and an empty array before", () => {
  const emptyList = (version: string) =>
    responseAt(version, "/transactions/get", { accounts: [], transactions: null }).transactions;
  expect(VERSIONS.map(emptyList)).toEqual([[], [], null, null]);
});

test("the account type investment is brokerage before 2019", () => {
  const type = (version: string) =>
    responseAt(version, "/accounts/get", {
      accounts: [{ type: "investment", subtype: "brokerage", balances: { current: 1 } }],
    }).accounts;
  const account = { subtype: "brokerage", balances: { current: 1 } };
  expect(type("2018-05-22")).toEqual([{ type: "brokerage", ...account }]);
  expect(type("2019-05-29")).toEqual([{ type: "investment", ...account }]);
});

test("a custom user's brokerage account is upgraded to an investment account", () => {
  const upgrade = (version: string, override_password: unknown) =>
    requestAt(version, "/sandbox/public_token/create", { options: { override_password } }).options;
  const override = (type: string) =>
    JSON.stringify({ seed: "s", override_accounts: [{ type, subtype: "brokerage" }, 7] });
  expect(upgrade("2018-05-22", override("brokerage"))).toEqual({
    override_password: override("investment"),
  });
  expect(upgrade("2019-05-29", override("brokerage"))).toEqual({
    override_password: override("brokerage"),
  });
  for (const password of ["pass_good", "{", "null", "[]", '{"override_accounts":1}', 7])
    expect(upgrade("2017-03-08", password)).toEqual({ override_password: password });
});

const data = { street: "1 Way", city: null, region: "R", postal_code: "P", country: "US" };
const owner = {
  names: ["Ann"],
  emails: [{ data: "a@x.example", primary: true, type: "primary" }],
  phone_numbers: [],
  addresses: [{ data, primary: true }],
};
const joint = { ...owner, names: ["Bob"] };

test("responses before 2019 have one identity for the Item, whose addresses name their accounts", () => {
  const head = {
    accounts: [
      { account_id: "a", type: "depository", owners: [owner] },
      { account_id: "b", type: "depository", owners: [owner, joint] },
    ],
  };
  expect(responseAt("2019-05-29", "/identity/get", head)).toEqual(head);
  expect(responseAt("2018-05-22", "/identity/get", head)).toEqual({
    accounts: [
      { account_id: "a", type: "depository" },
      { account_id: "b", type: "depository" },
    ],
    identity: {
      addresses: [
        {
          accounts: ["a", "b"],
          data: { street: "1 Way", city: "", state: "R", zip: "P" },
          primary: true,
        },
      ],
      emails: owner.emails,
      names: ["Ann", "Bob"],
      phone_numbers: [],
    },
  });
});

test("owners in an Asset Report have state and zip before 2019", () => {
  const report = (owners: unknown) => ({
    report: { items: [{ accounts: [{ type: "depository", owners }] }] },
  });
  expect(responseAt("2018-05-22", "/asset_report/get", report([owner]))).toEqual(
    report([
      {
        ...owner,
        addresses: [{ data: { street: "1 Way", city: "", state: "R", zip: "P" }, primary: true }],
      },
    ]),
  );
  expect(responseAt("2019-05-29", "/asset_report/get", report([owner]))).toEqual(report([owner]));
});

test("locations of transactions in an Asset Report have state and zip before 2019", () => {
  const report = (location: object) => ({
    report: { items: [{ accounts: [{ type: "depository", transactions: [{ location }] }] }] },
  });
  const { location } = transaction;
  const old = { address: null, city: "C", state: "R", zip: "P", lat: 1 };
  for (const path of ["/asset_report/get", "/asset_report/audit_copy/get"]) {
    expect(responseAt("2018-05-22", path, report(location))).toEqual(report(old));
    expect(responseAt("2019-05-29", path, report(location))).toEqual(report(location));
  }
});

test("institutions have their login form before 2020, and country_codes from 2019 on", () => {
  const form = {
    credentials: [],
    has_mfa: true,
    mfa: ["code"],
    mfa_code_type: "numeric",
    input_spec: "fixed",
    include_display_data: false,
  };
  const head = { institution: { name: "One", country_codes: ["US"], ...form } };
  const institution = (version: string) => responseAt(version, "/institutions/get_by_id", head);
  expect(institution("2018-05-22")).toEqual({ institution: { name: "One", ...form } });
  expect(institution("2019-05-29")).toEqual(head);
  expect(institution("2020-09-14")).toEqual({
    institution: { name: "One", country_codes: ["US"] },
  });
});

test("country_codes of institution requests are in options before 2020, with the US as default", () => {
  const upgrade = (body: JsonObject) => requestAt("2019-05-29", "/institutions/search", body);
  expect(upgrade({ query: "q" })).toEqual({ query: "q", country_codes: ["US"] });
  expect(upgrade({ query: "q", options: { country_codes: ["GB"], include_status: true } })).toEqual(
    { query: "q", country_codes: ["GB"], options: { include_status: true } },
  );
  expect(requestAt("2020-09-14", "/institutions/search", { query: "q" })).toEqual({ query: "q" });
});

test("/item/remove returns removed, and a public token its expiration, before 2020", () => {
  expect(responseAt("2019-05-29", "/item/remove", {})).toEqual({ removed: true });
  expect(responseAt("2020-09-14", "/item/remove", {})).toEqual({});
  const token = { public_token: "p", expiration: "e" };
  expect(responseAt("2019-05-29", "/item/public_token/create", token)).toEqual(token);
  expect(responseAt("2020-09-14", "/item/public_token/create", token)).toEqual({
    public_token: "p",
  });
});

test("three paths accept a public_key in place of the keys before 2020", () => {
  for (const path of ["/institutions/get_by_id", "/institutions/search"])
    expect(VERSIONS.map((version) => takesPublicKey(version, path))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  expect(takesPublicKey("2019-05-29", "/institutions/get")).toBe(false);
});

test("a change of a path that does not exist prevents the start", () => {
  expect(() => createVersionRegistry(paths.filter((path) => path !== "/auth/get"))).toThrow(
    "a version changes paths that do not exist: /auth/get",
  );
});

test("an edit changes a copy, and returns the same value if there is nothing to change", () => {
  const body = { list: [{ one: 1, two: 2 }], none: null };
  const edit = atPath("list[]", rename({ one: "uno" }));
  expect(edit.value(body)).toEqual({ list: [{ uno: 1, two: 2 }], none: null });
  expect(body).toEqual({ list: [{ one: 1, two: 2 }], none: null });
  expect(atPath("none.list[]", drop("one")).value(body)).toBe(body);
  expect(atPath("other", drop("one")).value(body)).toBe(body);
});

test("every change has a summary of whole sentences", () => {
  for (const { changes } of CHANGES)
    for (const { summary } of changes) expect(summary).toMatch(/^[A-Z`/].*\.$|^`/s);
});

test("docs/versions.md is the changelog", async () => {
  const document = `# API versions

Send \`Service-Version: <date>\` to choose a version for a request. Without it, the client's default version
applies: the newest one when its keys were issued, or the one set on the [Dashboard](dashboard.md) or with
\`npx service-link keys --default-version <date>\`. The response names its version in \`Service-Version\`. New
endpoints, optional parameters, response fields and enum values appear without a new version.

${changelog()}
`;
  await expect(document).toMatchFileSnapshot("../../../docs/versions.md");
});
