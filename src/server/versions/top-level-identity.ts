import { all, at, drop, isList, isObject, type JsonObject, propertiesOf, put } from "./edit.ts";

/** The owners of the accounts become one identity for the Item; an address names its accounts. */
export const topLevelIdentity = all(
  put(
    "identity",
    ({ accounts }) => identityOf(isList(accounts) ? accounts.filter(isObject) : []),
    (schema) => identitySchema(schema),
  ),
  at("accounts[]", drop("owners")),
);

function identityOf(accounts: readonly JsonObject[]): JsonObject {
  const ownerEntries = accounts.flatMap(({ account_id, owners }) =>
    listOf(owners).map((owner) => ({ account_id, owner })),
  );
  const addresses = new Map<string, JsonObject & { accounts: unknown[] }>();
  for (const { account_id, owner } of ownerEntries)
    for (const address of listOf(owner.addresses)) {
      const key = JSON.stringify(address);
      const entry = addresses.get(key) ?? { ...address, accounts: [] };
      if (account_id !== undefined && !entry.accounts.includes(account_id))
        entry.accounts.push(account_id);
      addresses.set(key, entry);
    }
  const every = (field: string) =>
    distinct(ownerEntries.flatMap(({ owner }) => valuesOf(owner[field])));
  return {
    addresses: [...addresses.values()],
    emails: every("emails"),
    names: every("names"),
    phone_numbers: every("phone_numbers"),
  };
}

function identitySchema(schema: JsonObject): JsonObject {
  const owner = itemsOf(propertiesOf(itemsOf(propertiesOf(schema).accounts)).owners);
  const { addresses, emails, names, phone_numbers } = propertiesOf(owner);
  const address = itemsOf(addresses);
  return {
    type: "object",
    properties: {
      addresses: {
        type: "array",
        items: {
          ...address,
          properties: {
            ...propertiesOf(address),
            accounts: { type: "array", items: { type: "string" } },
          },
          required: [...valuesOf(address.required), "accounts"],
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

const itemsOf = (schema: unknown | undefined): JsonObject =>
  isObject(schema) && isObject(schema.items) ? schema.items : {};

const valuesOf = (list: unknown | undefined): unknown[] => (isList(list) ? list : []);

const listOf = (list: unknown | undefined): JsonObject[] => valuesOf(list).filter(isObject);

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
