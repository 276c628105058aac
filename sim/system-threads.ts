/** Operations of WebCrypto, which run on threads of the system. */
const OPERATIONS = ["sign", "verify", "generateKey", "importKey", "exportKey", "digest"] as const;

type Operation = (...args: unknown[]) => Promise<unknown>;

/**
 * Has the scheduler run what leaves this thread, so that it ends in the order in which it begins; returns a function
 * that restores it.
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
  return () => {
    for (const [name, original] of originals) if (original) prototype[name] = original;
  };
};
