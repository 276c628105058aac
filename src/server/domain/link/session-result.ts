import { z } from "zod";
import { LinkAccount } from "../../../protocol/account.ts";
import type { Runtime } from "../runtime.ts";

/** An Item that a session has connected or renewed. */
export const SessionResult = z.strictObject({
  itemId: z.string(),
  institutionId: z.string(),
  sealedToken: z.string(),
  /** The shared accounts, sealed; null without a choice. */
  sealedAccounts: z.string().nullable(),
  /** Whether the session created the Item. */
  isNew: z.boolean(),
  connectedAt: z.number(),
});
export type SessionResult = z.infer<typeof SessionResult>;

/** Returns a session's results with another one, in place of an earlier result of the same Item. */
export const withResult = (
  results: readonly SessionResult[],
  result: SessionResult | undefined,
): SessionResult[] =>
  result ? [...results.filter(({ itemId }) => itemId !== result.itemId), result] : [...results];

type Vault = Pick<Runtime, "vault">;

/** Seals the public token of a result, for webhooks and `/link/token/get`. */
export const sealResultToken = ({ vault }: Vault, itemId: string, token: string): string =>
  vault.seal(tokenPurpose(itemId), token);

export const resultToken = (
  { vault }: Vault,
  { itemId, sealedToken }: Pick<SessionResult, "itemId" | "sealedToken">,
): string => vault.open(tokenPurpose(itemId), sealedToken);

/** Seals a session's shared accounts, which may have the owner's names. */
export const sealSharedAccounts = (
  { vault }: Vault,
  itemId: string,
  accounts: readonly LinkAccount[],
): string => vault.seal(accountsPurpose(itemId), JSON.stringify(accounts));

/** Returns a session's shared accounts; null without a choice. */
export const sharedAccounts = (
  { vault }: Vault,
  itemId: string,
  sealedAccounts: string | null,
): LinkAccount[] | null =>
  sealedAccounts === null
    ? null
    : LinkAccount.array().parse(JSON.parse(vault.open(accountsPurpose(itemId), sealedAccounts)));

const tokenPurpose = (itemId: string): string => `session-result:${itemId}`;

const accountsPurpose = (itemId: string): string => `shared-accounts:${itemId}`;
