import { createHmac } from "node:crypto";
import type { LoginAccount } from "../connectors/bank-account.ts";
import type { Runtime } from "../runtime.ts";

type Services = Pick<Runtime, "vault">;

/** The facts of an account by which its number identifies it. */
type NumberedAccount = Pick<LoginAccount, "type" | "balances" | "numbers" | "statedNumbers">;

/** An account of a login, or of an Item. */
type KnownAccount = NumberedAccount & Pick<LoginAccount, "key">;

/**
 * Returns an id of an account that is the same in all Items of a client, also at two institutions that reach
 * it: by its number and currency, or else by the institution's own key. Other clients get other ids, and an
 * id reveals neither number nor key. `all` are the accounts of the login: a number that two of them share
 * identifies neither. Undefined without a number and a key.
 */
export const persistentAccountId = (
  services: Services,
  login: { clientId: string; institutionId: string },
  account: KnownAccount,
  all: readonly NumberedAccount[],
): string | undefined =>
  idByNumber(services, login.clientId, account, all) ?? idByKey(services, login, account.key);

/** Returns the id of an account by its number; undefined without a number, or if another one of the login has it. */
export const idByNumber = (
  { vault }: Services,
  clientId: string,
  account: NumberedAccount,
  all: readonly NumberedAccount[] = [],
): string | undefined => {
  const number = accountNumber(account);
  if (number === null) return undefined;
  if (all.filter((other) => accountNumber(other) === number).length > 1) return undefined;
  // A key of the client's own, so that an id of one is of no use for those of another.
  const clientKey = createHmac("sha256", vault.key("persistent-account-id"))
    .update(JSON.stringify([clientId]))
    .digest();
  return createHmac("sha256", clientKey).update(number).digest("base64url");
};

/** Returns the id of an account by the institution's own key; undefined without one. */
export const idByKey = (
  { vault }: Services,
  { clientId, institutionId }: { clientId: string; institutionId: string },
  key: string,
): string | undefined =>
  key === ""
    ? undefined
    : createHmac("sha256", vault.key("persistent-account-id"))
        .update(JSON.stringify([clientId, institutionId, key]))
        .digest("base64url");

/**
 * Returns an account's number and currency in one form: a British IBAN as the sort code and the number that it has in
 * it. Null without a currency, for a number that is masked or mistyped, and without any. A card with the IBAN of the
 * account that pays it is another account.
 */
export const accountNumber = ({
  type,
  balances,
  numbers,
  statedNumbers,
}: NumberedAccount): string | null => {
  const { international, bacs } = { ...statedNumbers, ...numbers };
  const number = (international && fromIban(international.iban)) ?? (bacs && fromBacs(bacs));
  if (!number) return null;
  const { iso_currency_code: iso, unofficial_currency_code: unofficial } = balances;
  const currency = iso ?? (unofficial === null && number.startsWith("GB ") ? "GBP" : null);
  const isDebt = type === "credit" || type === "loan";
  return currency === null ? null : `${number} ${currency}${isDebt ? " debt" : ""}`;
};

function fromIban(text: string): string | null {
  const iban = compact(text);
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(iban) || !hasCheckDigits(iban)) return null;
  const [, sort_code, account] = /^GB\d\d[A-Z]{4}(\d{6})(\d{8})$/.exec(iban) ?? [];
  return sort_code && account ? fromBacs({ sort_code, account }) : iban;
}

function fromBacs({ sort_code, account }: { sort_code: string; account: string }): string | null {
  const [code, number] = [compact(sort_code), compact(account)];
  // A shorter number has zeros in front in its IBAN.
  if (!/^\d{6}$/.test(code) || !/^\d{6,8}$/.test(number) || /^0+$/.test(number)) return null;
  return `GB ${code} ${number.padStart(8, "0")}`;
}

const compact = (text: string): string => text.replaceAll(/[\s.-]/g, "").toUpperCase();

/** Whether the check digits of an IBAN are right (ISO 7064, MOD 97-10): a mask or a wrong digit would join others. */
function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
