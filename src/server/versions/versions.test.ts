import { expect, test } from "vitest";
import { changelog } from "./changelog.ts";
import { at, drop, rename } from "./edit.ts";
import {
  CHANGES,
  createVersionRegistry,
  type JsonObject,
  takesPublicKey,
  VERSIONS,
} from "./index.ts";

const paths = [...new Set(CHANGES.flatMap(({ changes }) => changes.flatMap((one) => one.paths)))];
const versions = createVersionRegistry(paths);

/** What a client of a version gets of an answer at head. */
const answerAt = (version: string, path: string, head: JsonObject): JsonObject =>
  versions(version, path)?.response.value(head) ?? head;

/** What an endpoint gets of a request of a version's client. */
const requestAt = (version: string, path: string, body: JsonObject): JsonObject =>
  versions(version, path)?.request.value(body) ?? body;

const ach = { account_id: "a", account: "1", routing: "2", wire_routing: "3" };
const bacs = { account_id: "b", account: "4", sort_code: "5" };
const numbers = { ach: [ach], eft: [], international: [], bacs: [bacs] };

const auth = { accounts: [], numbers };

test("auth numbers grow from a flat array to four networks", () => {
  const numbersIn = (version: string) => answerAt(version, "/auth/get", auth).numbers;
  expect(numbersIn("2017-03-08")).toEqual([ach]);
  expect(numbersIn("2018-05-22")).toEqual({ ach: [ach], eft: [] });
  expect(numbersIn("2019-05-29")).toEqual(numbers);
  expect(numbersIn("2020-09-14")).toEqual(numbers);
});

test("a processor's numbers are flat until 2020-09-14", () => {
  const numbersIn = (version: string) =>
    answerAt(version, "/processor/auth/get", { account: {}, numbers }).numbers;
  for (const version of VERSIONS.slice(0, 3)) expect(numbersIn(version)).toEqual([ach]);
  expect(numbersIn("2020-09-14")).toEqual(numbers);
});

const transaction = {
  amount: 1,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
  location: { address: null, city: "C", region: "R", postal_code: "P", country: "US", lat: 1 },
};

test("a transaction has its currency since 2018, and its country since 2019", () => {
  const first = (version: string) => {
    const { transactions } = answerAt(version, "/transactions/get", {
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

test("no transactions are null since 2019, and an empty array before", () => {
  const none = (version: string) =>
    answerAt(version, "/transactions/get", { accounts: [], transactions: null }).transactions;
  expect(VERSIONS.map(none)).toEqual([[], [], null, null]);
});

test("an investment account was a brokerage account", () => {
  const type = (version: string) =>
    answerAt(version, "/accounts/get", {
      accounts: [{ type: "investment", subtype: "brokerage", balances: { current: 1 } }],
    }).accounts;
  const account = { subtype: "brokerage", balances: { current: 1 } };
  expect(type("2018-05-22")).toEqual([{ type: "brokerage", ...account }]);
  expect(type("2019-05-29")).toEqual([{ type: "investment", ...account }]);
});

test("a custom user's brokerage account climbs to an investment account", () => {
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

test("before 2019 there is one identity for the Item, whose addresses name their accounts", () => {
  const head = {
    accounts: [
      { account_id: "a", type: "depository", owners: [owner] },
      { account_id: "b", type: "depository", owners: [owner, joint] },
    ],
  };
  expect(answerAt("2019-05-29", "/identity/get", head)).toEqual(head);
  expect(answerAt("2018-05-22", "/identity/get", head)).toEqual({
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

test("an Asset Report's owners live in states with zips before 2019", () => {
  const report = (owners: unknown) => ({
    report: { items: [{ accounts: [{ type: "depository", owners }] }] },
  });
  expect(answerAt("2018-05-22", "/asset_report/get", report([owner]))).toEqual(
    report([
      {
        ...owner,
        addresses: [{ data: { street: "1 Way", city: "", state: "R", zip: "P" }, primary: true }],
      },
    ]),
  );
  expect(answerAt("2019-05-29", "/asset_report/get", report([owner]))).toEqual(report([owner]));
});

test("an insight into where a reported transaction was made has a state and a zip before 2019", () => {
  const report = (location: object) => ({
    report: { items: [{ accounts: [{ type: "depository", transactions: [{ location }] }] }] },
  });
  const { location } = transaction;
  const old = { address: null, city: "C", state: "R", zip: "P", lat: 1 };
  for (const path of ["/asset_report/get", "/asset_report/audit_copy/get"]) {
    expect(answerAt("2018-05-22", path, report(location))).toEqual(report(old));
    expect(answerAt("2019-05-29", path, report(location))).toEqual(report(location));
  }
});

test("an institution tells of its login form until 2020, and of its countries since 2019", () => {
  const form = {
    credentials: [],
    has_mfa: true,
    mfa: ["code"],
    mfa_code_type: "numeric",
    input_spec: "fixed",
    include_display_data: false,
  };
  const head = { institution: { name: "One", country_codes: ["US"], ...form } };
  const institution = (version: string) => answerAt(version, "/institutions/get_by_id", head);
  expect(institution("2018-05-22")).toEqual({ institution: { name: "One", ...form } });
  expect(institution("2019-05-29")).toEqual(head);
  expect(institution("2020-09-14")).toEqual({
    institution: { name: "One", country_codes: ["US"] },
  });
});

test("an institution's countries were asked for in the options, and were the US", () => {
  const upgrade = (body: JsonObject) => requestAt("2019-05-29", "/institutions/search", body);
  expect(upgrade({ query: "q" })).toEqual({ query: "q", country_codes: ["US"] });
  expect(upgrade({ query: "q", options: { country_codes: ["GB"], include_status: true } })).toEqual(
    { query: "q", country_codes: ["GB"], options: { include_status: true } },
  );
  expect(requestAt("2020-09-14", "/institutions/search", { query: "q" })).toEqual({ query: "q" });
});

test("removing an Item said so until 2020, and a public token when it ends", () => {
  expect(answerAt("2019-05-29", "/item/remove", {})).toEqual({ removed: true });
  expect(answerAt("2020-09-14", "/item/remove", {})).toEqual({});
  const token = { public_token: "p", expiration: "e" };
  expect(answerAt("2019-05-29", "/item/public_token/create", token)).toEqual(token);
  expect(answerAt("2020-09-14", "/item/public_token/create", token)).toEqual({
    public_token: "p",
  });
});

test("a public key stands in for the keys on three paths, before 2020", () => {
  for (const path of ["/institutions/get_by_id", "/institutions/search"])
    expect(VERSIONS.map((version) => takesPublicKey(version, path))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  expect(takesPublicKey("2019-05-29", "/institutions/get")).toBe(false);
});

test("a change of a path that does not exist stops the boot", () => {
  expect(() => createVersionRegistry(paths.filter((path) => path !== "/auth/get"))).toThrow(
    "a version changes paths that do not exist: /auth/get",
  );
});

test("an edit changes a copy, and nothing where there is nothing to change", () => {
  const body = { list: [{ one: 1, two: 2 }], none: null };
  const edit = at("list[]", rename({ one: "uno" }));
  expect(edit.value(body)).toEqual({ list: [{ uno: 1, two: 2 }], none: null });
  expect(body).toEqual({ list: [{ one: 1, two: 2 }], none: null });
  expect(at("none.list[]", drop("one")).value(body)).toBe(body);
  expect(at("other", drop("one")).value(body)).toBe(body);
});

test("every change says in a sentence what it is, and what was before", () => {
  for (const { changes } of CHANGES)
    for (const { summary } of changes) expect(summary).toMatch(/^[A-Z`/].*\.$|^`/s);
});

test("docs/versions.md tells all of it", async () => {
  const document = `# API versions

Send \`Service-Version: <date>\` to choose a version for a request. Without it, the client's default version
applies: the newest one when its keys were issued, or the one set on the [Dashboard](dashboard.md) or with
\`npx service-link keys --default-version <date>\`. The response names its version in \`Service-Version\`. New
endpoints, optional parameters, response fields and enum values appear without a new version.

${changelog()}
`;
  await expect(document).toMatchFileSnapshot("../../../docs/versions.md");
});
