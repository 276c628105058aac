import type { ErrorCode } from "../../../protocol/errors.ts";
import type { TestUser } from "./accounts/account-plan.ts";
import type { BorrowerUser } from "./borrowers/borrower-users.ts";
import type { CustomAccount } from "./custom/custom-user.ts";
import type { Rounds } from "./mfa.ts";

/** A login at the sandbox, as its credentials describe it. */
export type Login = {
  /** The person's name, which seeds everything that is drawn for them. */
  person: string;
  /** The test user whose kind of accounts they have, the borrower they are, or accounts of their own. */
  source:
    | { testUser: TestUser }
    | { borrower: BorrowerUser }
    | { custom: readonly CustomAccount[] };
  /** The challenges before the login succeeds. */
  rounds: Rounds;
  /** The error that the login ends with in place of accounts. */
  refusal: ErrorCode | null;
  /** Whether each look at the account adds new purchases. */
  hasNewPurchases: boolean;
  /** Whether a captcha is required, and whether its solution is accepted. */
  captcha: "good" | "bad" | null;
  /** Whether micro-deposits have to verify the account numbers. */
  microDeposits: boolean;
};
