import { ACCOUNT_PATHS, everyAccount } from "./accounts.ts";
import type { Version } from "./change.ts";
import {
  addField,
  atPath,
  compose,
  drop,
  field,
  isList,
  isObject,
  type JsonObject,
  mapValue,
  rename,
  toProperties,
} from "./edit.ts";
import { everyTransaction } from "./transactions.ts";

const oldNames = rename({ region: "state", postal_code: "zip" });

/** Replaces null, for unknown values, with an empty string. */
const emptyTexts = mapValue(
  (data) =>
    isObject(data)
      ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, value ?? ""]))
      : data,
  (schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.keys(toProperties(schema)).map((key) => [key, { type: "string" }]),
    ),
  }),
);

/** Downgrades an address: old field names, no country, and empty strings in place of null. */
const oldAddress = compose(drop("country"), oldNames, emptyTexts);

const brokerage = mapValue(
  (type) => (type === "investment" ? "brokerage" : type),
  (schema) => ({
    ...schema,
    ...(isList(schema.enum) && {
      enum: schema.enum.map((type) => (type === "investment" ? "brokerage" : type)),
    }),
  }),
);

/** Renames the account type in the JSON of a custom user, and keeps everything else. */
const customBrokerage = mapValue(
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

const emptyList = mapValue(
  (transactions) => transactions ?? [],
  (schema) => toList(schema.anyOf).find(({ type }) => type === "array") ?? schema,
);

/**
 * Merges the owners of the accounts into one identity of the Item. Each address lists its accounts.
 */
const topLevelIdentity = compose(
  addField(
    "identity",
    ({ accounts }) => mergeOwners(isList(accounts) ? accounts.filter(isObject) : []),
    (schema) => identitySchema(schema),
  ),
  atPath("accounts[]", drop("owners")),
);

export const version20190529: Version = {
  date: "2019-05-29",
  changes: [
    {
      summary:
        "Auth's `numbers` also has the networks `international` and `bacs`. Before, it had `ach` and `eft`.",
      paths: ["/auth/get"],
      response: atPath("numbers", drop("international", "bacs")),
    },
    {
      summary: "The account type `brokerage` is called `investment`.",
      paths: [...ACCOUNT_PATHS, "/statements/list", "/consent/events/get"],
      response: compose(
        everyAccount(atPath("type", brokerage)),
        atPath("accounts[].account_type", brokerage),
        atPath("consent_events[].consented_accounts[].type", brokerage),
      ),
    },
    {
      summary:
        "A custom user of the sandbox can have accounts of type `investment`, formerly `brokerage`.",
      paths: ["/sandbox/public_token/create", "/sandbox/processor_token/create"],
      request: atPath("options.override_password", customBrokerage),
    },
    {
      summary:
        "Each account has its `owners`. Their addresses have `region`, `postal_code` and `country`, which " +
        "are null when unavailable. Before, there was one `identity` for the whole Item, with `state` and " +
        "`zip`, without a country, and with empty strings for unavailable values.",
      paths: ["/identity/get"],
      response: compose(
        atPath("accounts[].owners[].addresses[].data", oldAddress),
        topLevelIdentity,
      ),
    },
    {
      summary:
        "The owners in an Asset Report have addresses with `region`, `postal_code` and `country`. Before, " +
        "they had `state` and `zip`, and no country.",
      paths: ["/asset_report/get", "/asset_report/audit_copy/get"],
      response: atPath("report.items[].accounts[].owners[].addresses[].data", oldAddress),
    },
    {
      summary:
        "The owners that a processor reads have addresses with `region`, `postal_code` and `country`. " +
        "Before, they had `state` and `zip`, and no country.",
      paths: ["/processor/identity/get"],
      response: atPath("account.owners[].addresses[].data", oldAddress),
    },
    {
      summary:
        "The addresses of a mortgage's property and of a student loan's servicer have `region`, `postal_code` and " +
        "`country`. Before, they had `state` and `zip`, and no country.",
      paths: ["/liabilities/get", "/processor/liabilities/get"],
      response: compose(
        atPath("liabilities.mortgage[].property_address", oldAddress),
        atPath("liabilities.student[].servicer_address", oldAddress),
      ),
    },
    {
      summary:
        "A transaction's `location` has `region`, `postal_code` and `country`. Before, it had " +
        "`state` and `zip`, and no country.",
      paths: [
        "/transactions/get",
        "/transactions/sync",
        "/processor/transactions/get",
        "/processor/transactions/sync",
        "/asset_report/get",
        "/asset_report/audit_copy/get",
      ],
      response: everyTransaction(atPath("location", compose(drop("country"), oldNames))),
    },
    {
      summary: "`transactions` is null if there are none. Before, it was an empty array.",
      paths: ["/transactions/get", "/processor/transactions/get"],
      response: field("transactions", emptyList),
    },
    {
      summary: "An institution has `country_codes`.",
      paths: ["/institutions/get", "/institutions/get_by_id", "/institutions/search"],
      response: compose(
        atPath("institutions[]", drop("country_codes")),
        atPath("institution", drop("country_codes")),
      ),
    },
  ],
};

function mergeOwners(accounts: readonly JsonObject[]): JsonObject {
  const ownerEntries = accounts.flatMap(({ account_id, owners }) =>
    toList(owners).map((owner) => ({ account_id, owner })),
  );
  const addresses = new Map<string, JsonObject & { accounts: unknown[] }>();
  for (const { account_id, owner } of ownerEntries)
    for (const address of toList(owner.addresses)) {
      const key = JSON.stringify(address);
      const entry = addresses.get(key) ?? { ...address, accounts: [] };
      if (account_id !== undefined && !entry.accounts.includes(account_id))
        entry.accounts.push(account_id);
      addresses.set(key, entry);
    }
  const every = (field: string) =>
    distinct(ownerEntries.flatMap(({ owner }) => listValues(owner[field])));
  return {
    addresses: [...addresses.values()],
    emails: every("emails"),
    names: every("names"),
    phone_numbers: every("phone_numbers"),
  };
}

function identitySchema(schema: JsonObject): JsonObject {
  const owner = toItems(toProperties(toItems(toProperties(schema).accounts)).owners);
  const { addresses, emails, names, phone_numbers } = toProperties(owner);
  const address = toItems(addresses);
  return {
    type: "object",
    properties: {
      addresses: {
        type: "array",
        items: {
          ...address,
          properties: {
            ...toProperties(address),
            accounts: { type: "array", items: { type: "string" } },
          },
          required: [...listValues(address.required), "accounts"],
        },
      },
      emails: emails ?? {},
      names: names ?? {},
      phone_numbers: phone_numbers ?? {},
    },
    required: ["addresses", "emails", "names", "phone_numbers"],
    additionalProperties: false,
  };
}

const toItems = (schema: unknown | undefined): JsonObject =>
  isObject(schema) && isObject(schema.items) ? schema.items : {};

const listValues = (list: unknown | undefined): unknown[] => (isList(list) ? list : []);

const toList = (list: unknown | undefined): JsonObject[] => listValues(list).filter(isObject);

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
