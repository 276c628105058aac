import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VERIFICATION_STATUSES } from "../../../protocol/vocabulary.ts";
import {
  afterAmounts,
  afterVerificationEvent,
  numbersOfVerification,
  startVerification,
  VERIFICATIONS,
  type Verification,
  verificationAt,
} from "./verification.ts";

const NOW = Date.UTC(2026, 0, 15);
const DAY = 86_400_000;

const anyVerification: fc.Arbitrary<Verification> = fc.record({
  status: fc.constantFrom(...VERIFICATION_STATUSES),
  since: fc.constant(NOW),
  wrong: fc.integer({ min: 0, max: 2 }),
});
const anyTime = fc.integer({ min: 0, max: 30 * DAY }).map((ms) => NOW + ms);

describe("deadlines of a verification", () => {
  test("automatic deposits clear after a day", () => {
    const verification = startVerification("automatic", NOW);
    expect(verificationAt(verification, NOW + DAY - 1)).toEqual(verification);
    expect(numbersOfVerification(verification, NOW + DAY - 1)).toBe("pending");
    expect(verificationAt(verification, NOW + DAY)).toEqual({
      status: "automatically_verified",
      since: NOW + DAY,
      wrong: 0,
    });
    expect(numbersOfVerification(verification, NOW + DAY)).toBe("ready");
  });

  test("a manual verification expires after seven days without amounts", () => {
    const verification = startVerification("manual", NOW);
    expect(verificationAt(verification, NOW + 7 * DAY - 1).status).toBe(
      "pending_manual_verification",
    );
    expect(verificationAt(verification, NOW + 7 * DAY).status).toBe("verification_expired");
    expect(numbersOfVerification(verification, NOW + 7 * DAY)).toBe("never");
  });

  test("a final status does not change", () => {
    fc.assert(
      fc.property(anyVerification, anyTime, (verification, now) => {
        const later = verificationAt(verification, now);
        expect(verificationAt(later, now)).toEqual(later);
        if (!VERIFICATIONS[verification.status].byTime) expect(later).toEqual(verification);
      }),
    );
  });
});

describe("amounts", () => {
  const manual = startVerification("manual", NOW);

  test("right amounts verify the numbers", () => {
    const { verification, refusal } = afterAmounts(manual, true, NOW + DAY);
    expect(refusal).toBeNull();
    expect(verification).toEqual({ status: "manually_verified", since: NOW + DAY, wrong: 0 });
  });

  test("the third wrong amounts fail the verification for good", () => {
    const first = afterAmounts(manual, false, NOW);
    expect(first.refusal).toBe("INCORRECT_DEPOSIT_VERIFICATION");
    const second = afterAmounts(first.verification, false, NOW);
    expect(second.refusal).toBe("INCORRECT_DEPOSIT_VERIFICATION");
    expect(afterAmounts(second.verification, true, NOW).refusal).toBeNull();
    const third = afterAmounts(second.verification, false, NOW);
    expect(third.refusal).toBe("TOO_MANY_VERIFICATION_ATTEMPTS");
    expect(third.verification.status).toBe("verification_failed");
    const late = afterAmounts(third.verification, true, NOW);
    expect(late).toEqual({
      verification: third.verification,
      refusal: "TOO_MANY_VERIFICATION_ATTEMPTS",
    });
  });

  test("late amounts are refused, and amounts for a verified account change nothing", () => {
    expect(afterAmounts(manual, true, NOW + 7 * DAY).verification.status).toBe(
      "verification_expired",
    );
    expect(afterAmounts(manual, true, NOW + 7 * DAY).refusal).not.toBeNull();
    const after = afterVerificationEvent(manual, "AMOUNTS_RIGHT", NOW);
    expect(afterAmounts(after, false, NOW)).toEqual({ verification: after, refusal: null });
  });

  test("wrong amounts never make numbers readable", () => {
    fc.assert(
      fc.property(fc.array(anyTime, { maxLength: 8 }), (times) => {
        let verification = manual;
        for (const now of times.toSorted((time, b) => time - b)) {
          ({ verification } = afterAmounts(verification, false, now));
          expect(numbersOfVerification(verification, now)).not.toBe("ready");
        }
        expect(verification.wrong).toBeLessThanOrEqual(3);
      }),
    );
  });
});

test("an account that the institution vouches for has its numbers", () => {
  expect(numbersOfVerification(null, NOW)).toBe("ready");
});

test("no event leaves a final status, and every status is reachable", () => {
  const reachable = new Set<string>([
    "pending_automatic_verification",
    "pending_manual_verification",
  ]);
  for (const { numbers, moves } of Object.values(VERIFICATIONS)) {
    for (const next of Object.values(moves)) reachable.add(next);
    if (numbers !== "pending") expect(moves).toEqual({});
  }
  expect([...reachable].toSorted()).toEqual([...VERIFICATION_STATUSES].toSorted());
});
