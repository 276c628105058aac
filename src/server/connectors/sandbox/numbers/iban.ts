import type { SepaCountry } from "../catalogue/institution.ts";
import type { Random } from "../random.ts";

/** The IBAN of a national account number (BBAN), with check digits by ISO 13616. */
export const iban = (country: string, bban: string): string => {
  const check = 98 - remainder97(`${bban}${country}00`);
  return `${country}${String(check).padStart(2, "0")}${bban}`;
};

/** A number's remainder by 97, with A to Z as 10 to 35 (ISO 7064). */
export const remainder97 = (text: string): number => {
  const digits = text.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return Number(BigInt(digits) % 97n);
};

/**
 * Draws an account number as its country writes it within an IBAN (a BBAN), with the country's own
 * check digits. `branch` draws the digits shared by a person's accounts, `account` the rest.
 */
export const drawBban = (
  country: SepaCountry,
  bank: string,
  branch: Random,
  account: Random,
): string => DRAW[country](bank, branch, account);

const DRAW: { [C in SepaCountry]: (bank: string, branch: Random, account: Random) => string } = {
  AT: (bank, _, account) => `${bank}${account.digits(11)}`,
  BE: (bank, _, account) => belgian(`${bank}${account.digits(7)}`),
  DE: (bank, _, account) => `${bank}${account.digits(10)}`,
  DK: (bank, _, account) => `${bank}${account.digits(10)}`,
  ES: (bank, branch, account) => spanish(`${bank}${branch.digits(4)}`, account.digits(10)),
  FI: (bank, _, account) => finnish(`${bank}${account.digits(7)}`),
  EE: (bank, _, account) => `${bank}${estonian(account.digits(13))}`,
  FR: (bank, branch, account) => french(`${bank}${branch.digits(5)}${account.digits(11)}`),
  IE: (bank, branch, account) => `${bank}97${branch.digits(4)}${account.digits(8)}`,
  IT: (bank, branch, account) => italian(`${bank}${branch.digits(5)}${account.digits(12)}`),
  LT: (bank, _, account) => `${bank}${account.digits(11)}`,
  LV: (bank, _, account) => `${bank}${account.digits(13)}`,
  NL: (bank, _, account) => `${bank}${dutch(account)}`,
  NO: (bank, _, account) => norwegian(bank, account),
  PL: (bank, _, account) => `${polish(bank)}${account.digits(16)}`,
  PT: (bank, branch, account) => portuguese(`${bank}${branch.digits(4)}${account.digits(11)}`),
  SE: (bank, _, account) => `${bank}${account.digits(10).padStart(17, "0")}`,
};

/** Appends the ten digits' remainder by 97; 97 for zero. */
export const belgian = (number: string): string => number + twoDigits(remainder97(number) || 97);

/** Appends the key that makes the number divisible by 97. */
export const french = (number: string): string =>
  number + twoDigits(97 - remainder97(`${number}00`));

/** Appends the digit that makes the sum divisible by ten, with every other digit doubled. */
export const finnish = (number: string): string => {
  const luhnDigits = [...number].map((digit, at) =>
    at % 2 === number.length % 2 ? Number(digit) : Number(digit) * 2,
  );
  const sum = luhnDigits.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
};

/** Appends to a bank and branch the digit that makes the weighted sum divisible by ten. */
export const polish = (bank: string): string =>
  `${bank}${(10 - (weigh(bank, [3, 9, 7, 1, 3, 9, 7]) % 10)) % 10}`;

/** Appends the two digits that leave a remainder of 1 by 97. */
export const portuguese = (number: string): string =>
  number + twoDigits(98 - remainder97(`${number}00`));

/** Inserts one check digit for bank and branch, and one for the account, between the two. */
export const spanish = (bankAndBranch: string, account: string): string => {
  const check = (digits: string) => {
    const rest = 11 - (weigh(digits, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
    return rest < 10 ? rest : 11 - rest;
  };
  return `${bankAndBranch}${check(`00${bankAndBranch}`)}${check(account)}${account}`;
};

/** Prepends a check letter. Digits in odd positions, counted from one, have the values below. */
export const italian = (number: string): string => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const values = [...number].map(Number).map((digit, at) => (at % 2 ? digit : (odd[digit] ?? 0)));
  const sum = values.reduce((total, value) => total + value, 0);
  return String.fromCharCode("A".charCodeAt(0) + (sum % 26)) + number;
};

/**
 * Ten digits whose sum, weighted 10 to 1, is divisible by 11. Some prefixes have no such last
 * digit.
 */
export const dutch = (account: Random): string => {
  const nine = account.digits(9);
  const last = (11 - (weigh(nine, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return last < 10 ? `${nine}${last}` : dutch(account);
};

/** Appends the digit that makes the sum divisible by ten, weighted 7, 3 and 1 from the right. */
export const estonian = (number: string): string => {
  const weights = [...number].map((_, at) => [7, 3, 1][(number.length - 1 - at) % 3] ?? 0);
  return `${number}${(10 - (weigh(number, weights) % 10)) % 10}`;
};

/** Eleven digits whose weighted sum is divisible by 11. Some prefixes have no such last digit. */
export const norwegian = (bank: string, account: Random): string => {
  const ten = `${bank}${account.digits(6)}`;
  const last = (11 - (weigh(ten, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return last < 10 ? `${ten}${last}` : norwegian(bank, account);
};

const twoDigits = (number: number): string => String(number).padStart(2, "0");

const weigh = (digits: string, weights: number[]): number =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0);
