import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";
import type { LoginForm } from "../../protocol/link/login-form.ts";
import type { OfferedAccount } from "../../protocol/link/selection.ts";
import { fold } from "../../protocol/search/name-rank.ts";
import type { AccountType } from "../../protocol/vocabulary.ts";

/** Returns an error's text for the user; the server sends texts in their language. */
export const errorText = (text: Catalogue, error: LinkError): string =>
  text.errors[error.error_code] ?? error.display_message ?? text.failedHelp;

/** Returns a warning about an unhealthy institution; null if it is healthy. */
export const healthNotice = (
  { health, institution }: LoginForm,
  text: Catalogue,
): string | null => {
  if (health === "DOWN") return text.down(institution.name);
  return health === "DEGRADED" ? text.degraded(institution.name) : null;
};

/** Returns the domain of an institution's site, which users know; null without a site. */
export const siteDomain = ({ url }: LoginForm): string | null =>
  url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : null;

/** Returns an account's kind; empty if the account's name contains the kind. */
export const accountKind = (
  { name, subtype }: LinkAccount,
  words: Catalogue["subtypes"],
): string => {
  const kind = words[subtype ?? "other"];
  return fold(name).includes(fold(kind)) ? "" : kind;
};

/** Formats a balance for a language. A currency without an ISO code is shown by name. */
export const formatBalance = (
  language: string,
  balance: NonNullable<OfferedAccount["balance"]>,
): string => {
  const { amount, currency } = balance;
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language).format(amount)} ${currency}`;
  }
};

/** Account types with the user's own money. The balance of other types may be a debt. */
const ASSETS: AccountType[] = ["depository", "investment"];

/**
 * Returns the sum of several accounts. Returns null for fewer than two accounts, and for balances
 * without a sum: unknown balances, several currencies, or possible debts.
 */
export const totalOf = (
  accounts: readonly Pick<OfferedAccount, "type" | "balance">[],
): OfferedAccount["balance"] => {
  const [first, second] = accounts;
  const currency = first?.balance?.currency;
  if (!second || !currency) return null;
  let amount = 0;
  for (const { type, balance } of accounts) {
    if (balance?.currency !== currency || !ASSETS.includes(type)) return null;
    amount += balance.amount;
  }
  return { amount, currency };
};

const DAY_MS = 86_400_000;

/** Formats the day that is `days` days after a moment, for a language. */
export const formatDay = (language: string, days: number, now: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(now + days * DAY_MS);

/** Lower-cases a label for use inside a sentence: `password`, but not `PIN` and `User ID`. */
export const inSentence = (label: string): string =>
  /^.\P{Lu}*$/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
