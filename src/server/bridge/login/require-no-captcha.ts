import { Fault } from "../../domain/fault.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";

/** Throws RECAPTCHA_REQUIRED where somebody might be guessing and has not shown that they work for it. */
export const requireNoCaptcha = ({ guard }: LinkSession): void => {
  if (guard.due) throw new Fault("RECAPTCHA_REQUIRED");
};
