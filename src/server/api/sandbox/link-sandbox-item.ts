import { z } from "zod";
import type { CredentialField } from "../../../protocol/bridge.ts";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import type { NewItem } from "../../domain/items/item.ts";
import { newItem } from "../../domain/items/new-item.ts";
import { logIn } from "../../domain/link/login.ts";
import { shareableAccountsOf } from "../../domain/link/shareable-accounts.ts";
import type { FeedWindow } from "../../domain/transactions/transaction-feed.ts";
import type { ApiContext } from "../endpoint.ts";

/** As much as a user written as JSON may take. */
const CUSTOM_USER_SIZE = 50_000;

/** Whom to sign in as, as the options of a request name them. */
export const OverrideLogin = z.strictObject({
  override_username: z.string().min(1).max(200).optional(),
  override_password: z.string().min(1).max(CUSTOM_USER_SIZE).optional(),
});

type WhatToLink = {
  institutionId: string;
  products: readonly LinkProduct[];
  webhook: string | null;
  /** The sandbox's good user, where nobody else is named. */
  username: string | undefined;
  password: string | undefined;
  /** Which days of its transactions it is to have; all there are, where nothing is said. */
  transactions?: FeedWindow | undefined;
};

/** Makes an Item at a sandbox institution as Link would, without its window. */
export const linkSandboxItem = async (
  context: ApiContext,
  {
    institutionId,
    products,
    webhook,
    username = "user_good",
    password = "pass_good",
    ...rest
  }: WhatToLink,
): Promise<{ created: NewItem; publicToken: string }> => {
  const { client, directory, store } = context;
  const institution = directory.get(institutionId);
  refuse("the institution does not support", products, institution.products);
  refuse("the client is not enabled for", products, client.products);
  const credentials = credentialsFor(institution.fields, username, password);
  const login = await logIn(context, institutionId, credentials);
  if (login.at === "mfa")
    throw new Fault("INVALID_CREDENTIALS", {
      message: "this user is asked for more than credentials; open Link",
    });
  // All Auth features, so that accounts that micro-deposits are to prove can be had here as well.
  const { accounts } = shareableAccountsOf(context, login.accounts, products, true);
  const linked = newItem(context, {
    itemId: login.itemId,
    sealedLogin: login.sealedLogin,
    clientId: client.clientId,
    institutionId,
    products,
    webhook,
    accounts,
    consentExpiresAt: null,
    ...(rest.transactions && { transactions: rest.transactions }),
  });
  await store.items.create(linked.created);
  return linked;
};

function refuse(why: string, asked: readonly LinkProduct[], open: readonly string[]): void {
  const missing = asked.filter((product) => !open.includes(product));
  if (missing.length > 0)
    throw new Fault("INVALID_PRODUCT", { message: `${why} ${missing.join(", ")}` });
}

/** What a user types into the fields that an institution asks for. */
const credentialsFor = (
  fields: readonly CredentialField[],
  username: string,
  password: string,
): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.name, typed(field, username, password)]));

function typed(field: CredentialField, username: string, password: string): string {
  switch (field.type) {
    case "password":
    case "pin":
      return password;
    case "select":
      return field.options[0]?.value ?? "";
    case "checkbox":
      return "true";
    default:
      return username;
  }
}
