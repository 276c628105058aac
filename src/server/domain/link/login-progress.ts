import type { Runtime } from "../runtime.ts";
import type { SessionStep } from "./session-step.ts";

type WithProgress = Extract<SessionStep, { at: "mfa" | "redirect" | "approval" }>;

/** Seals a connector's progress for the next step of a login. */
export const sealProgress = (
  { vault }: Pick<Runtime, "vault">,
  itemId: string,
  progress: string,
): string => vault.seal(purposeOf(itemId), progress);

/** Opens a connector's progress. */
export const openProgress = (
  { vault }: Pick<Runtime, "vault">,
  { itemId, sealedProgress }: WithProgress,
): string => vault.open(purposeOf(itemId), sealedProgress);

const purposeOf = (itemId: string): string => `login-progress:${itemId}`;
