import { scrypt, timingSafeEqual } from "node:crypto";
import type { Random } from "../identifiers.ts";

/** Takes 32 MB of memory and about 0.1 s per guess. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
type Cost = { N: number; r: number; p: number };

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes a password by scrypt with a new salt. The hash includes the cost for the later check. */
export const hashPassword = async (
  password: string,
  random: Random,
  cost: Cost = COST,
): Promise<string> => {
  const salt = Buffer.from(random(SALT_BYTES));
  const key = await derive(password, salt, cost);
  return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString("base64url")}:${key.toString("base64url")}`;
};

/** Verifies a password against a hash. Without a hash, returns false after the same time. */
export const isPassword = async (password: string, hash: string | null): Promise<boolean> => {
  const [, N, r, p, salt = "", expectedKey = ""] = (hash ?? NO_HASH).split(":");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const key = await derive(password, Buffer.from(salt, "base64url"), cost);
  const good = Buffer.from(expectedKey, "base64url");
  return hash !== null && key.length === good.length && timingSafeEqual(key, good);
};

const NO_HASH = `scrypt:${COST.N}:${COST.r}:${COST.p}::`;

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Keyboards may encode the same accent in different ways.
    scrypt(
      password.normalize("NFKC"),
      salt,
      KEY_BYTES,
      { ...cost, maxmem: 64 * 1024 * 1024 },
      (failure, key) => (failure ? reject(failure) : resolve(key)),
    );
  });

/** The words that attackers guess first. */
const COMMON_WORDS = [
  "account",
  "admin",
  "administrator",
  "baseball",
  "batman",
  "changeme",
  "dashboard",
  "default",
  "dragon",
  "football",
  "iloveyou",
  "letmein",
  "link",
  "login",
  "master",
  "monkey",
  "operator",
  "password",
  "princess",
  "root",
  "sandbox",
  "secret",
  "service",
  "sunshine",
  "superman",
  "test",
  "trustno",
  "user",
  "welcome",
  "winter",
  "summer",
  "spring",
  "autumn",
];

/** The rows of the keyboard, and the alphabet. */
const ROWS = ["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

const MIN_RUN_LENGTH = 3;
const MIN_DIFFERENT = 5;

/** Characters that stand for a letter. */
const LOOKALIKES: Record<string, string> = {
  a: "[a4@]",
  e: "[e3]",
  i: "[i1!]",
  o: "[o0]",
  s: "[s5$]",
  t: "[t7]",
};

/**
 * Whether a long password is easy to guess (ASVS 6.2.4, 6.2.11): repeated characters, keyboard
 * rows, or only common words and `names` with digits and signs between them.
 */
export const isGuessable = (password: string, names: readonly string[] = []): boolean => {
  const text = password.normalize("NFKC").toLowerCase();
  if (new Set(text).size < MIN_DIFFERENT) return true;
  const words = [...COMMON_WORDS, ...names.map((name) => lettersOf(name.toLowerCase()))];
  const rest = withoutRuns(withoutWords(text, words));
  const digits = rest.replace(/\D/g, "");
  return lettersOf(rest) === "" && (lettersOf(text) !== "" || digits.length < MIN_DIFFERENT);
};

function withoutWords(text: string, words: readonly string[]): string {
  const patterns = words
    .filter((word) => word !== "")
    // Longer words first, so that no shorter word splits them.
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/./gu, (letter) => LOOKALIKES[letter] ?? letter));
  return text.replace(new RegExp(patterns.join("|"), "gu"), " ");
}

function withoutRuns(text: string): string {
  const rows = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(""))];
  const runs = rows.flatMap((row) =>
    Array.from({ length: row.length - MIN_RUN_LENGTH + 1 }, (_, at) =>
      row.slice(at, at + MIN_RUN_LENGTH),
    ),
  );
  return [...text].filter((_, at) => !isInRun(text, at, runs)).join("");
}

const isInRun = (text: string, at: number, runs: readonly string[]): boolean =>
  [2, 1, 0].some((before) =>
    runs.includes(text.slice(Math.max(0, at - before), at - before + MIN_RUN_LENGTH)),
  );

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, "");
