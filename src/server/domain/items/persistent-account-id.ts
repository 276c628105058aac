import { createHmac } from "node:crypto";
import type { LoginAccount } from "../connectors/bank-account.ts";
import type { Runtime } from "../runtime.ts";

type Services = Pick<Runtime, "vault">;

/** The fields of an account from which its number is read. */
type NumberedAccount = Pick<LoginAccount, "type" | "balances" | "numbers">;

/** An account of a login or of an Item. */
type KnownAccount = NumberedAccount & Pick<LoginAccount, "key">;

/** The owner of the ids: a client, at an institution. */
type Login = { clientId: string; institutionId: string };

/**
 * Returns the persistent ids of a login's accounts. Known accounts keep their ids. Another
 * account's id is the same in all Items of a client, also at two institutions that reach it: from
 * number and currency, or else from the institution's key. Other clients get other ids, and an id
 * reveals neither number nor key. A number shared by two accounts of the login, or already used by
 * another account, identifies neither. An account without number and key has no id.
 */
export const persistentIds = <Account extends KnownAccount>(
  services: Services,
  login: Login,
  accounts: readonly Account[],
  held: ReadonlyMap<Account, string> = new Map(),
): ReadonlyMap<Account, string> => {
  const ids = new Map<Account, string>();
  const taken = new Set<string>();
  const give = (account: Account, id: string | undefined): void => {
    if (id === undefined || ids.has(account) || taken.has(id)) return;
    ids.set(account, id);
    taken.add(id);
  };
  for (const [account, id] of held) give(account, id);
  const numbers = soleNumbers(accounts);
  for (const account of accounts) {
    const number = numbers.get(account);
    if (number !== undefined) give(account, idOfNumber(services, login, number));
  }
  for (const account of accounts)
    if (!ids.has(account)) {
      const id = idByKey(services, login, account.key);
      if (id !== undefined) ids.set(account, id);
    }
  return ids;
};

/** Returns the numbers that only one of the accounts has; reads each account once. */
export const soleNumbers = <Account extends NumberedAccount>(
  accounts: readonly Account[],
  numberOf: (account: Account) => string | null = accountNumber,
): ReadonlyMap<Account, string> => {
  const holders = new Map<string, Account[]>();
  for (const account of accounts) {
    const number = numberOf(account);
    if (number === null) continue;
    const same = holders.get(number);
    if (same) same.push(account);
    else holders.set(number, [account]);
  }
  return new Map(
    [...holders].flatMap(([number, [account, ...others]]) =>
      account && others.length === 0 ? [[account, number] as const] : [],
    ),
  );
};

/**
 * Returns the id of a number. A number reported by a bank has one id for all users of a client. A
 * number stated by a person, as in a file, has an id per person, since it proves nothing about
 * other people's accounts.
 */
export const idOfNumber = (
  { vault }: Services,
  { clientId }: Pick<Login, "clientId">,
  number: string,
  statedBy?: string,
): string => {
  // Each client has its own key, so that clients cannot compare their ids.
  const clientKey = createHmac("sha256", vault.key("persistent-account-id"))
    .update(JSON.stringify([clientId]))
    .digest();
  const text = statedBy === undefined ? number : JSON.stringify([statedBy, number]);
  return createHmac("sha256", clientKey).update(text).digest("base64url");
};

/** Returns the id of an account by the institution's key; undefined without a key. */
export const idByKey = (
  { vault }: Services,
  { clientId, institutionId }: Login,
  key: string,
): string | undefined =>
  key === ""
    ? undefined
    : createHmac("sha256", vault.key("persistent-account-id"))
        .update(JSON.stringify([clientId, institutionId, key]))
        .digest("base64url");

/**
 * Returns an account's number and currency in canonical form; null without a currency or number,
 * and for a masked or mistyped number. A card with the IBAN of the account that pays it is another
 * account.
 */
export const accountNumber = ({ type, balances, numbers }: NumberedAccount): string | null => {
  const number = plainNumber(numbers);
  if (number === null) return null;
  const { iso_currency_code: iso, unofficial_currency_code: unofficial } = balances;
  const currency = iso ?? (unofficial === null && number.startsWith("GB ") ? "GBP" : null);
  const isDebt = type === "credit" || type === "loan";
  return currency === null ? null : `${number} ${currency}${isDebt ? " debt" : ""}`;
};

/** Returns a number in canonical form. A British IBAN becomes its sort code and number. */
export const plainNumber = ({ international, bacs }: NumberedAccount["numbers"]): string | null =>
  (international && fromIban(international.iban)) ?? (bacs && fromBacs(bacs)) ?? null;

function fromIban(text: string): string | null {
  const iban = compact(text);
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(iban) || !hasCheckDigits(iban)) return null;
  const [, sort_code, account] = /^GB\d\d[A-Z]{4}(\d{6})(\d{8})$/.exec(iban) ?? [];
  return sort_code && account ? fromBacs({ sort_code, account }) : iban;
}

function fromBacs({ sort_code, account }: { sort_code: string; account: string }): string | null {
  const [code, number] = [compact(sort_code), compact(account)];
  // The IBAN of a shorter number has leading zeros.
  if (!/^\d{6}$/.test(code) || !/^\d{6,8}$/.test(number) || /^0+$/.test(number)) return null;
  return `GB ${code} ${number.padStart(8, "0")}`;
}

const compact = (text: string): string => text.replaceAll(/[\s.-]/g, "").toUpperCase();

/**
 * Whether an IBAN's check digits are right (ISO 7064, MOD 97-10). A masked or mistyped number would
 * join accounts wrongly.
 */
function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
