import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** 32 MB and about 0.1 s a guess. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
type Cost = { N: number; r: number; p: number };

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes a password by scrypt, with a new salt; the hash has the cost, which `isPassword` goes by. */
export const hashPassword = async (password: string, cost: Cost = COST): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString("base64url")}:${key.toString("base64url")}`;
};

/** Verifies a password against a hash. Without a hash it returns false in the same time. */
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
    // One person's keyboard may write an accent in two ways.
    scrypt(
      password.normalize("NFKC"),
      salt,
      KEY_BYTES,
      { ...cost, maxmem: 64 * 1024 * 1024 },
      (failure, key) => (failure ? reject(failure) : resolve(key)),
    );
  });
