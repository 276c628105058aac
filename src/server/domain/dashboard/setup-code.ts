import { digest, opaqueId, type Random } from "../identifiers.ts";
import type { OperatorStore } from "./operator.ts";

const HOUR_MS = 60 * 60 * 1000;

/** The lifetimes of the code of a start, and of the command's. */
export const SETUP_CODE_MS = { start: 24 * HOUR_MS, command: HOUR_MS };

/** Creates a code that sets the operator's password once; the store has its digest. */
export const newSetupCode = async (
  lifetimeMs: number,
  {
    store,
    clock,
    random,
  }: { store: { operator: OperatorStore }; clock: () => number; random: Random },
): Promise<string> => {
  const code = opaqueId(random, 32);
  await store.operator.addSetupCode(digest(code), clock() + lifetimeMs);
  return code;
};

/** The path of the page on which a password is set; the code is in the fragment, which no log sees. */
export const setupPath = (code: string): string => `/dashboard/setup#${code}`;
