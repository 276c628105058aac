import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { Fault } from "../../domain/fault.ts";
import { matchIdentity } from "../../domain/identity-match/match-identity.ts";
import { fetchOwners } from "../../domain/items/fetch-owners.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";
import { getIdentity } from "./get-identity.ts";

const Score = z
  .int()
  .min(0)
  .max(100)
  .nullable()
  .meta({
    description:
      "From 0, nothing alike, to 100, the same; null if you or the institution have none.",
    examples: [100],
  });

const isTrue = (description: string) =>
  z
    .boolean()
    .nullable()
    .meta({ description, examples: [true] });

/** An account with its scores for an identity. */
export const MatchedAccount = Account.extend({
  legal_name: z.strictObject({
    score: Score,
    is_first_name_or_last_name_match: isTrue("Whether a first or last name is the same."),
    is_nickname_match: isTrue("Whether a first name is short for the other."),
    is_business_name_detected: isTrue("Whether one of the names seems to be a company's."),
  }),
  phone_number: z.strictObject({ score: Score }),
  email_address: z.strictObject({ score: Score }),
  address: z.strictObject({
    score: Score,
    is_postal_code_match: isTrue("Whether the postal code is the same."),
  }),
}).meta({ id: "IdentityMatchAccount" });

const text = (limit: number, example: string) =>
  z
    .string()
    .min(1)
    .max(limit)
    .optional()
    .meta({ examples: [example] });

/** The parts of an identity that an application knows. */
export const UserToMatch = z
  .strictObject({
    legal_name: text(200, "Thomas Castellan"),
    phone_number: text(50, "+15555555227"),
    email_address: text(254, "t.castellan@mail.example"),
    address: z
      .strictObject({
        street: text(200, "225 Tinker Street"),
        city: text(100, "Madison"),
        region: text(100, "WI"),
        postal_code: text(20, "53703"),
        country: text(2, "US"),
      })
      .optional(),
  })
  .meta({ id: "IdentityToMatch" });

/** Compares an identity with the owners of an Item's accounts. */
export const matchItemIdentity = endpoint({
  path: "/identity/match",
  effect: "read",
  products: ["identity"],
  summary: "Compare a person's identity with the owners of the accounts of an Item.",
  description:
    "Send the parts that you have. Each gets a score from 0 to 100, by the owner whose is the most alike: names in " +
    "any order, with or without accents, titles and second names; numbers with or without their country. A " +
    "part that you or the institution do not have has the score null. docs/identity-match.md has the rule.",
  refusals: getIdentity.refusals ?? [],
  limits: {
    item: { perMinute: 15, sandboxPerMinute: 100, code: "IDENTITY_LIMIT" },
    client: { perMinute: 2000, code: "IDENTITY_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    user: UserToMatch.meta({
      examples: [{ legal_name: "Thomas Castellan", address: { postal_code: "53703" } }],
    }),
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(MatchedAccount), item: Item }),
  async handle({ access_token, user, options }, context) {
    requireSomePart(user);
    const itemBefore = await loadItem(access_token, context);
    const accounts = await loadAccounts(itemBefore, options?.account_ids, context);
    const item = await chargeProduct(itemBefore, "identity", context);
    const owners = await fetchOwners(context, item);
    return {
      accounts: accounts.map(({ account }) => ({
        ...account,
        ...matchIdentity(user, owners.get(account.account_id) ?? []),
      })),
      item: itemShape(item, context),
    };
  },
});

/** Throws INVALID_FIELD for an identity without a part to compare. */
export const requireSomePart = (user: z.infer<typeof UserToMatch>): void => {
  if (Object.values({ ...user, ...user.address, address: undefined }).every((part) => !part))
    throw new Fault("INVALID_FIELD", {
      message: "user must have at least one of legal_name, phone_number, email_address and address",
    });
};
