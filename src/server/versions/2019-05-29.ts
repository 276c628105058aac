import { ACCOUNT_PATHS, everyAccount } from "./accounts.ts";
import type { Version } from "./change.ts";
import { all, at, become, drop, field, isList, isObject, rename } from "./edit.ts";
import { topLevelIdentity } from "./top-level-identity.ts";
import { everyTransaction } from "./transactions.ts";

const oldNames = rename({ region: "state", postal_code: "zip" });

/** What is not known was an empty text, not null. */
const emptyTexts = become(
  (data) =>
    isObject(data)
      ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, value ?? ""]))
      : data,
  (schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.keys(isObject(schema.properties) ? schema.properties : {}).map((key) => [
        key,
        { type: "string" },
      ]),
    ),
  }),
);

/** An address as it was: in other words, without a country, and without null. */
const oldAddress = all(drop("country"), oldNames, emptyTexts);

const brokerage = become(
  (type) => (type === "investment" ? "brokerage" : type),
  (schema) => ({
    ...schema,
    ...(isList(schema.enum) && {
      enum: schema.enum.map((type) => (type === "investment" ? "brokerage" : type)),
    }),
  }),
);

/** In the JSON that describes a custom user; whatever else is written there stays as it is. */
const customBrokerage = become(
  (password) => (typeof password === "string" ? withInvestments(password) : password),
  (schema) => schema,
);

function withInvestments(password: string): string {
  const override = parseJson(password);
  if (!isObject(override) || !isList(override.override_accounts)) return password;
  const override_accounts = override.override_accounts.map((account) =>
    isObject(account) && account.type === "brokerage"
      ? { ...account, type: "investment" }
      : account,
  );
  return JSON.stringify({ ...override, override_accounts });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const emptyList = become(
  (transactions) => transactions ?? [],
  (schema) => listOf(schema),
);

const listOf = (schema: { [key: string]: unknown }) => {
  const branches = isList(schema.anyOf) ? schema.anyOf.filter(isObject) : [];
  return branches.find(({ type }) => type === "array") ?? schema;
};

export const version20190529: Version = {
  date: "2019-05-29",
  changes: [
    {
      summary:
        "Auth's `numbers` also has the networks `international` and `bacs`. Before, it had `ach` and `eft`.",
      paths: ["/auth/get"],
      response: at("numbers", drop("international", "bacs")),
    },
    {
      summary: "The account type `brokerage` is called `investment`.",
      paths: ACCOUNT_PATHS,
      response: everyAccount(at("type", brokerage)),
    },
    {
      summary:
        "A custom user of the sandbox can have accounts of type `investment`, formerly `brokerage`.",
      paths: ["/sandbox/public_token/create", "/sandbox/processor_token/create"],
      request: at("options.override_password", customBrokerage),
    },
    {
      summary:
        "Each account has its `owners`. Their addresses have `region`, `postal_code` and `country`, which " +
        "are null when unavailable. Before, there was one `identity` for the whole Item, with `state` and " +
        "`zip`, without a country, and with empty strings for what was unavailable.",
      paths: ["/identity/get"],
      response: all(at("accounts[].owners[].addresses[].data", oldAddress), topLevelIdentity),
    },
    {
      summary:
        "The owners in an Asset Report have addresses with `region`, `postal_code` and `country`. Before, " +
        "they had `state` and `zip`, and no country.",
      paths: ["/asset_report/get", "/asset_report/audit_copy/get"],
      response: at("report.items[].accounts[].owners[].addresses[].data", oldAddress),
    },
    {
      summary:
        "A transaction's `location` has `region`, `postal_code` and `country`. Before, it had " +
        "`state` and `zip`, and no country.",
      paths: [
        "/transactions/get",
        "/transactions/sync",
        "/asset_report/get",
        "/asset_report/audit_copy/get",
      ],
      response: everyTransaction(at("location", all(drop("country"), oldNames))),
    },
    {
      summary: "`transactions` is null if there are none. Before, it was an empty array.",
      paths: ["/transactions/get"],
      response: field("transactions", emptyList),
    },
    {
      summary: "An institution has `country_codes`.",
      paths: ["/institutions/get", "/institutions/get_by_id", "/institutions/search"],
      response: all(
        at("institutions[]", drop("country_codes")),
        at("institution", drop("country_codes")),
      ),
    },
  ],
};
