import { type ChildProcess, spawn } from "node:child_process";
import {
  createPublicKey,
  constants as crypto,
  type KeyObject,
  verify,
  webcrypto,
  X509Certificate,
} from "node:crypto";
import type * as Oidc from "openid-client";
import { Fault } from "../../domain/fault.ts";
import type {
  SealCertificate,
  SignCommand,
} from "../../domain/institutions/institution-registration.ts";

/** A person may have to touch a token or to type a PIN at a command line; a server has no person to ask. */
const TERMINAL_LIMIT_MS = 60_000;
const SERVER_LIMIT_MS = 10_000;

/** The programs that run at once, and the requests that wait for one: an HSM signs one after another. */
const AT_ONCE = 4;
const MAX_WAITING = 200;

/** More than a signature of RSA with 16,384 bits has. */
const MAX_SIGNATURE_BYTES = 4096;

/** The variables that a program gets, which an HSM's library reads; the others of a server are secrets. */
const VARIABLES = /^(?:PATH|HOME|LANG|TZ|OPENSSL_CONF|SOFTHSM2_CONF|PKCS11_\w+)$/;

const programVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => VARIABLES.test(name)));

/**
 * Has a program sign: it gets the bytes on its standard input, and writes the signature to its standard output. It is started
 * by its arguments, without a shell. Throws an Error if it fails, takes too long or writes too much.
 */
export const signByCommand = (
  program: string,
  argumentTexts: readonly string[],
  bytes: Uint8Array,
  limitMs: number = TERMINAL_LIMIT_MS,
  words: "inherit" | "ignore" = "inherit",
): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    // A group of its own loses the terminal, at which an operator may be asked for a PIN.
    const hasGroup = words === "ignore";
    // Its own words, such as the question for a PIN, go to an operator who waits.
    const child = spawn(program, argumentTexts, {
      stdio: ["pipe", "pipe", words],
      shell: false,
      detached: hasGroup,
      env: programVariables(),
    });
    const refuse = (problem: string, cause?: unknown) => {
      clearTimeout(timer);
      reject(new Error(`${program} ${problem}`, { cause }));
    };
    const end = (problem: string) => {
      refuse(problem);
      kill(child, hasGroup);
      // A program that it has started may hold them open.
      child.stdin.destroy();
      child.stdout.destroy();
    };
    const timer = setTimeout(() => end(`has not signed within ${limitMs / 1000} seconds`), limitMs);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_SIGNATURE_BYTES) return void chunks.push(chunk);
      end(`writes more than ${MAX_SIGNATURE_BYTES} bytes, which is no signature`);
    });
    child.on("error", (cause) => refuse(`cannot be started: ${cause.message}`, cause));
    child.on("close", (code, signal) => {
      if (code !== 0)
        return refuse(
          signal === null ? `fails with the exit code ${code}` : `is ended by ${signal}`,
        );
      if (length === 0) return refuse("writes no signature");
      clearTimeout(timer);
      resolve(new Uint8Array(Buffer.concat(chunks)));
    });
    // A program that does not read its input is refused by its exit code.
    child.stdin.on("error", () => undefined).end(bytes);
  });

/** Too many signatures are requested at once; it is no problem of the program or its key. */
class BusyProgram extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

/** Has a program sign for a server, which waits at most as long as a program may take. */
async function signInTurn(
  { program, argumentTexts }: Pick<SignCommand, "program" | "argumentTexts">,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  if (running < AT_ONCE) running++;
  else await waitForTurn(program);
  try {
    return await signByCommand(program, argumentTexts, bytes, SERVER_LIMIT_MS, "ignore");
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Waits until a program has ended, and leaves its place to this request. */
const waitForTurn = (program: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (waiting.length >= MAX_WAITING)
      return reject(
        new BusyProgram(
          `${program} signs ${AT_ONCE} requests at once, and ${MAX_WAITING} more wait for it`,
        ),
      );
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(
        new BusyProgram(
          `${program} has signed for other requests for ${SERVER_LIMIT_MS / 1000} seconds`,
        ),
      );
    }, SERVER_LIMIT_MS);
    waiting.push(begin);
  });

/** A failed signature: users try again if there are too many at once; anything else is the operator's to cure. */
const toFault = (cause: unknown): Fault =>
  new Fault(
    cause instanceof BusyProgram
      ? "INSTITUTION_NOT_RESPONDING"
      : "INSTITUTION_REGISTRATION_REQUIRED",
    { cause },
  );

/** Ends a program and the other programs of its group; they may have ended already. */
function kill(child: ChildProcess, hasGroup: boolean): void {
  try {
    if (hasGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended, or the system knows none.
  }
  child.kill("SIGKILL");
}

/** The key type that a program signs JWTs with; null if no profile accepts it. */
const chooseAlgorithm = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) => {
  if (type === "ec" && details?.namedCurve === "prime256v1") return "ES256";
  return type === "rsa" && (details?.modulusLength ?? 0) >= 2048 ? "PS256" : null;
};

/** Whether a program can sign JWTs by a key: RSA of 2048 bits or more (PS256), or P-256 (ES256). */
export const canSignJwts = (publicKey: string): boolean =>
  chooseAlgorithm(createPublicKey(publicKey)) !== null;

/**
 * A key of the same kind as the program's, made for this process: the protocol's library signs with
 * it, and the program then signs the same content in its place.
 */
export const standInKey = async ({ publicKey, keyId }: SignCommand): Promise<Oidc.PrivateKey> => {
  const pair = await webcrypto.subtle.generateKey(
    chooseAlgorithm(createPublicKey(publicKey)) === "ES256"
      ? { name: "ECDSA", namedCurve: "P-256" }
      : {
          ...{ name: "RSA-PSS", hash: "SHA-256", modulusLength: 2048 },
          publicExponent: new Uint8Array([1, 0, 1]),
        },
    false,
    ["sign"],
  );
  return { key: pair.privateKey, ...(keyId !== null && { kid: keyId }) };
};

/**
 * The JWT with the signature of a program in place of its own. Throws INSTITUTION_REGISTRATION_REQUIRED, whose cause names
 * the program, if it does not sign, or not by its key.
 */
export const resignByCommand = async (command: SignCommand, jwt: string): Promise<string> => {
  const { program, publicKey } = command;
  const content = jwt.slice(0, jwt.lastIndexOf("."));
  try {
    const bytes = new TextEncoder().encode(content);
    const written = await signInTurn(command, bytes);
    const signature = jwsSignature(written, bytes, createPublicKey(publicKey));
    if (signature === null)
      throw new Error(
        `${program} does not sign by the key that was declared, with SHA-256 and for RSA with PSS`,
      );
    return `${content}.${Buffer.from(signature).toString("base64url")}`;
  } catch (cause) {
    throw toFault(cause);
  }
};

/**
 * The signature of a program by the key of a certificate for seals (RSA, PKCS #1 v1.5 with SHA-256). Throws
 * INSTITUTION_REGISTRATION_REQUIRED, whose cause names the program, if it does not sign, or not by that key.
 */
export const sealByCommand = async (
  { certificate, program, argumentTexts }: Extract<SealCertificate, { program: string }>,
  bytes: Uint8Array,
): Promise<Uint8Array> => {
  try {
    const written = await signInTurn({ program, argumentTexts }, bytes);
    if (verify("sha256", bytes, new X509Certificate(certificate).publicKey, written))
      return written;
    throw new Error(
      `${program} does not sign by the key of the certificate for seals, with SHA-256 and PKCS #1 v1.5`,
    );
  } catch (cause) {
    throw toFault(cause);
  }
};

/** A signature in the form of a JWS (RFC 7518, 3.4 and 3.5); null if it does not match the key. */
function jwsSignature(written: Uint8Array, bytes: Uint8Array, key: KeyObject): Uint8Array | null {
  if (key.asymmetricKeyType === "rsa") {
    const options = { key, padding: crypto.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    return verify("sha256", bytes, options, written) ? written : null;
  }
  const raw = written.length === 64 ? written : rawSignature(written);
  const isOwn = raw !== null && verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, raw);
  return isOwn ? raw : null;
}

/** The two numbers of an ECDSA signature in DER, each of 32 bytes; null for another content. */
function rawSignature(der: Uint8Array): Uint8Array | null {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const number = der.slice(at + 2, at + 2 + length);
    const digits = number.slice(number[0] === 0 ? 1 : 0);
    if (der[at] !== 2 || digits.length > 32) return null;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return raw;
}
