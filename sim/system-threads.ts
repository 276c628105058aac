import nodeCrypto, { type ScryptOptions, scryptSync } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { Gzip } from "node:zlib";

/** Operations of WebCrypto, which run on threads of the system. */
const OPERATIONS = ["sign", "verify", "generateKey", "importKey", "exportKey", "digest"] as const;

type Operation = (...args: unknown[]) => Promise<unknown>;

/** The cost of a password hash; the default cost would take a tenth of a second. */
const LOW_COST = { N: 2, r: 1, p: 1 };

/**
 * Makes the scheduler run work of system threads in order, and hashes passwords on this thread at a
 * low cost. Returns a function that restores both.
 */
export const followSystemThreads = (
  run: <Answer>(work: () => Promise<Answer>) => Promise<Answer>,
): (() => void) => {
  const prototype = Object.getPrototypeOf(crypto.subtle) as Record<string, Operation>;
  const originals = OPERATIONS.map((name) => [name, prototype[name]] as const);
  for (const [name, original] of originals)
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      return run(() => original?.apply(this, args) ?? Promise.reject(new Error(name)));
    };
  const compression = compressionPrototype();
  const { _transform: compress } = compression;
  compression._transform = function (chunk, encoding, done) {
    void run(
      () =>
        new Promise<void>((resolve) =>
          compress.call(this, chunk, encoding, (...outcome) => {
            done(...outcome);
            resolve();
          }),
        ),
    );
  };
  const { setImmediate: nextTurn } = timers;
  // Long work is yielding: other threads' work would make its number of turns vary.
  timers.setImmediate = ((...args: Parameters<typeof nextTurn>) =>
    run(() => nextTurn(...args))) as typeof nextTurn;
  const { scrypt } = nodeCrypto;
  replaceScrypt(((password: string, salt: Uint8Array, length: number, ...rest: HashRest) => {
    const done = rest.at(-1) as (failure: null, key: Buffer) => void;
    queueMicrotask(() => done(null, scryptSync(password, salt, length, LOW_COST)));
  }) as typeof scrypt);
  return () => {
    for (const [name, original] of originals) if (original) prototype[name] = original;
    compression._transform = compress;
    timers.setImmediate = nextTurn;
    replaceScrypt(scrypt);
  };
};

type Compression = {
  _transform(chunk: unknown, encoding: unknown, done: (...outcome: unknown[]) => void): void;
};

/** The prototype of all compressors, whose work leaves this thread chunk by chunk. */
function compressionPrototype(): Compression {
  let prototype: object = Gzip.prototype;
  while (!Object.hasOwn(prototype, "_transform")) prototype = Object.getPrototypeOf(prototype);
  return prototype as Compression;
}

type HashRest = [ScryptOptions, (failure: null, key: Buffer) => void];

/** Replaces the function for all modules, including modules that import it by name. */
function replaceScrypt(scrypt: typeof nodeCrypto.scrypt): void {
  nodeCrypto.scrypt = scrypt;
  syncBuiltinESMExports();
}
