import { z } from "zod";
import { parseInput } from "../../../../protocol/parse-input.ts";
import { problemsIn } from "../../../../protocol/problems.ts";
import { Fault } from "../../../domain/fault.ts";
import { LOGIN_ERRORS } from "../login-errors.ts";
import { CUSTOM_MFA_TYPES } from "../mfa/rounds.ts";
import { CustomAccount } from "./custom-account.ts";

/** The most that `account_ids` of a request can name. */
const MAX_ACCOUNTS = 100;

const from = (least: number) => z.int().min(least).max(10);

/** A test user description in the password of `user_custom`, as JSON. */
export const CustomUser = z.strictObject({
  /** Another seed is another person, with other accounts, numbers and devices. */
  seed: z.string().min(1).max(100).optional(),
  /** The person's accounts, in place of those of `user_good`. */
  override_accounts: z.array(CustomAccount).max(MAX_ACCOUNTS).optional(),
  mfa: z
    .strictObject({
      type: z.enum(CUSTOM_MFA_TYPES),
      question_rounds: from(1).default(1),
      /** For questions and selections alike. */
      questions_per_round: from(1).default(2),
      selection_rounds: from(1).default(1),
      selections_per_question: from(2).default(2),
    })
    .optional(),
  /** Requires a captcha, whose solution is accepted or refused. */
  recaptcha: z.enum(["good", "bad"]).optional(),
  /** How the login ends, after whatever `mfa` asks. */
  force_error: z.enum(LOGIN_ERRORS).optional(),
});
export type CustomUser = z.infer<typeof CustomUser>;

/** Parses the password of `user_custom`; INVALID_CREDENTIALS names the problem, but never repeats a value. */
export const customUser = (password: string): CustomUser => {
  const description = objectIn(password);
  const result = parseInput(CustomUser, description);
  if (result.success) return result.data;
  const { missing, unknown, invalid } = problemsIn(result.issues, description);
  throw invalidCustomUser([
    ...missing.map((field) => `${field} is missing`),
    ...unknown.map((field) => `${field} is not a known field`),
    ...invalid,
  ]);
};

/** The refusal of an invalid description of a user. */
export const invalidCustomUser = (problems: readonly string[]): Fault =>
  new Fault("INVALID_CREDENTIALS", {
    message: `the password of user_custom is not valid: ${problems.join("; ")}`,
  });

function objectIn(password: string): object {
  let description: unknown;
  try {
    description = JSON.parse(password);
  } catch {
    // No cause: the parser's message quotes the password.
  }
  if (typeof description !== "object" || description === null || Array.isArray(description))
    throw invalidCustomUser(["it must be a JSON object"]);
  return description;
}
