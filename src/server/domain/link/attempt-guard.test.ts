import fc from "fast-check";
import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "../../../protocol/errors/errors.ts";
import {
  type AttemptGuard,
  afterCaptcha,
  afterFailedAttempt,
  afterLogin,
  isLockedOut,
  NEW_GUARD,
} from "./attempt-guard.ts";

const refuse = (guard: AttemptGuard, ...codes: ErrorCode[]) =>
  codes.reduce(afterFailedAttempt, guard);

test("after three wrong tries a captcha is due, and after three more again", () => {
  const two = refuse(NEW_GUARD, "INVALID_CREDENTIALS", "INVALID_MFA");
  expect(two.due).toBe(false);
  const three = refuse(two, "INVALID_CREDENTIALS");
  expect(three.due).toBe(true);
  const afterSolution = afterCaptcha(three);
  expect(afterSolution).toEqual({ wrong: 3, solved: 1, due: false, proven: true });
  expect(refuse(afterSolution, "INVALID_MFA", "INVALID_MFA").due).toBe(false);
  expect(refuse(afterSolution, "INVALID_MFA", "INVALID_MFA", "INVALID_MFA").due).toBe(true);
});

test("an institution may require a captcha, and a solution is valid for one attempt", () => {
  for (const code of ["RECAPTCHA_REQUIRED", "RECAPTCHA_BAD"] as const)
    expect(refuse(afterCaptcha(NEW_GUARD), code)).toMatchObject({ due: true, proven: false });
  expect(afterLogin(afterCaptcha(NEW_GUARD)).proven).toBe(false);
  expect(refuse(afterCaptcha(NEW_GUARD), "INVALID_CREDENTIALS").proven).toBe(false);
});

test("ten wrong attempts end the session, even with captchas solved in between", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (wrong) => {
      const guard = wrong.reduce(
        (before, isWrong) =>
          isWrong ? afterFailedAttempt(before, "INVALID_CREDENTIALS") : afterCaptcha(before),
        NEW_GUARD,
      );
      expect(isLockedOut(guard)).toBe(wrong.filter(Boolean).length >= 10);
    }),
  );
});

test("other errors do not count as wrong attempts", () => {
  const others = (Object.keys(ERRORS) as ErrorCode[]).filter(
    (code) =>
      !["INVALID_CREDENTIALS", "INVALID_MFA", "RECAPTCHA_BAD", "RECAPTCHA_REQUIRED"].includes(code),
  );
  expect(refuse(NEW_GUARD, ...others)).toEqual(NEW_GUARD);
});
