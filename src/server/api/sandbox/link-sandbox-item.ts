import { z } from "zod";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { credentialsFor } from "../../domain/connectors/credentials.ts";
import { openInstitution } from "../../domain/connectors/directory.ts";
import { Fault } from "../../domain/fault.ts";
import { consentWithoutLink } from "../../domain/link/consent.ts";
import { logIn } from "../../domain/link/login.ts";
import type { NewItem } from "../../domain/link/new-item.ts";
import { newItem } from "../../domain/link/new-item.ts";
import { shareableAccountsOf } from "../../domain/link/shareable-accounts.ts";
import type { FeedWindow } from "../../domain/transactions/transaction-feed.ts";
import type { ApiContext } from "../endpoint.ts";
import { requireProducts } from "../require-products.ts";

/** The longest password: the JSON of a custom user. */
const MAX_CUSTOM_USER_LENGTH = 50_000;

/** The option that selects the test user. */
export const OverrideLogin = z.strictObject({
  override_username: z.string().min(1).max(200).optional(),
  override_password: z.string().min(1).max(MAX_CUSTOM_USER_LENGTH).optional(),
});

type SandboxLink = {
  institutionId: string;
  products: readonly LinkProduct[];
  webhook: string | null;
  /** The user of the Item; by default none. */
  userId?: string | null;
  /** `user_good` by default. */
  username: string | undefined;
  password: string | undefined;
  /** The period of the Item's transactions; all by default. */
  transactions?: FeedWindow | undefined;
  /** The period of the Item's statements; two years by default. */
  statements?: Period | undefined;
};

/** Creates an Item at a sandbox institution without Link, with the same result. */
export const linkSandboxItem = async (
  context: ApiContext,
  {
    institutionId,
    products,
    webhook,
    userId = null,
    username = "user_good",
    password = "pass_good",
    ...rest
  }: SandboxLink,
): Promise<{ created: NewItem; publicToken: string }> => {
  const { client, directory, store } = context;
  const institution = openInstitution(directory, institutionId, client);
  requireProducts("the institution does not support", products, institution.products);
  requireProducts("the client is not enabled for", products, client.products);
  const connector = directory.connectorOf(institutionId);
  const fields = connector.sandbox?.credentialFields(institutionId) ?? institution.fields;
  const credentials = credentialsFor(fields, username, password);
  const login = await logIn(context, institutionId, credentials);
  if (login.at !== "accounts")
    throw new Fault("INVALID_CREDENTIALS", {
      message: "this user is asked for more than credentials; open Link",
    });
  // With all Auth features, so that accounts with micro-deposits can be linked as well.
  const { accounts } = shareableAccountsOf(context, login.accounts, products, true);
  const result = newItem(context, {
    itemId: login.itemId,
    sealedLogin: login.sealedLogin,
    sealedState: login.sealedState,
    clientId: client.clientId,
    userId,
    institutionId,
    products,
    webhook,
    accounts,
    ...consentWithoutLink(institutionId, login.consentExpiresAt, context.clock()),
    statements: rest.statements,
    ...(rest.transactions && { transactions: rest.transactions }),
  });
  await store.items.create(result.created);
  return result;
};
