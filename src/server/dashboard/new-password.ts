import { z } from "zod";
import { isGuessable } from "../domain/dashboard/password.ts";
import { Fault } from "../domain/fault.ts";

/** A new password of at least 12 characters. */
export const NewPassword = z.string().min(12).max(200);

/** Throws for a password that is easy to guess, such as one of these names. */
export const requireNotGuessable = (password: string, names: readonly string[]): void => {
  if (!isGuessable(password, names)) return;
  throw new Fault("INVALID_FIELD", {
    message:
      "password is one that is guessed early; several words that do not belong together are not",
    display: "This password is guessed early. Take several words that do not belong together.",
  });
};
