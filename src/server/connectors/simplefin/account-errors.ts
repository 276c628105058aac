import type { Line } from "../../domain/bank-values.ts";
import { createPace } from "../../domain/jobs/in-turns.ts";
import type { AccountSet, SimpleFinAccount } from "./account-set.ts";

/** The length of a name's start by which sentences are searched. */
const NAME_CHARACTERS = 100;

/** Sentences that are searched for a name in a turn of the event loop. */
const SEARCHED_AT_ONCE = 2000;

/**
 * The errors of a response by account. Version 2 has errors of connections or accounts. Version 1
 * has sentences that name an organization. `waiting` has the accounts whose user must sign in at
 * their connection. `isLogin` is true if the credentials of all accounts are refused, `asksLogin`
 * if those of any are.
 */
export const fetchErrors = async (
  { errors, errlist }: AccountSet,
  accounts: readonly SimpleFinAccount[],
) => {
  const list = errlist ?? [];
  const sentences = list.length > 0 ? [] : (errors ?? []);
  const needsAttention = sentences.filter((text) =>
    /attention|authenticat|log ?in|connect/i.test(text),
  );
  const codesOfName = await codesByName(needsAttention, accounts);
  const codesAbout = ({ id, conn_id, org }: SimpleFinAccount): string[] => [
    ...list.flatMap((error) =>
      error.account_id === id ||
      (conn_id !== null && error.conn_id === conn_id && /^con\./.test(error.code))
        ? [error.code]
        : [],
    ),
    ...[org?.name, org?.domain].flatMap((name) => codesOfName.get(name) ?? []),
  ];
  const codes = new Map(accounts.map((account) => [account, codesAbout(account)]));
  const having = (isWanted: (found: readonly string[]) => boolean) =>
    new Set(accounts.filter((account) => isWanted(codes.get(account) ?? [])));
  const failed = having((found) => found.some((code) => !isWarning(code)));
  const asksLogin = [...list.map(({ code }) => code), ...needsAttention.map(chooseCode)].includes(
    "con.auth",
  );
  return {
    failed,
    partial: having((found) => found.some(isWarning)),
    withoutBalance: having((found) =>
      found.some((code) => isWarning(code) && /balance/.test(code)),
    ),
    waiting: having((found) => found.includes("con.auth")),
    /** Only codes are logged, since a sentence may name people. */
    codes: [...new Set(list.map(({ code }) => (/^[\w.-]{1,40}$/.test(code) ? code : "unknown")))],
    count: list.length + sentences.length,
    asksLogin,
    isLogin:
      list.some(({ code }) => code === "gen.auth") ||
      (accounts.length > 0 && failed.size === accounts.length && asksLogin),
  };
};

/** Maps the name or domain of an organization to the codes of the sentences about it. */
async function codesByName(
  sentences: readonly string[],
  accounts: readonly SimpleFinAccount[],
): Promise<ReadonlyMap<Line | null | undefined, readonly string[]>> {
  const lower = sentences.map((text) => ({ text: text.toLowerCase(), code: chooseCode(text) }));
  const names = new Set(accounts.flatMap(({ org }) => [org?.name, org?.domain]));
  const codes = new Map<Line | null | undefined, readonly string[]>();
  const pace = createPace(SEARCHED_AT_ONCE);
  for (const name of names) {
    if (!name) continue;
    const part = name.slice(0, NAME_CHARACTERS).toLowerCase();
    const found = lower.filter(({ text }) => text.includes(part)).map(({ code }) => code);
    codes.set(name, [...new Set(found)]);
    await pace(sentences.length);
  }
  return codes;
}

/**
 * Whether an account's code means that a part is missing, rather than that the account is
 * unreadable.
 */
const isWarning = (code: string): boolean => /^act\.(?!failed$|auth$)/.test(code);

/** The code of version 2 for a sentence of version 1. */
const chooseCode = (sentence: string): string =>
  /attention|authenticat|log ?in/i.test(sentence) ? "con.auth" : "con.";
