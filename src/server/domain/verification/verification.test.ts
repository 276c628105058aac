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

describe("by time alone", () => {
  test("the institution's own deposits are through after a day", () => {
    const started = startVerification("automatic", NOW);
    expect(verificationAt(started, NOW + DAY - 1)).toEqual(started);
    expect(numbersOfVerification(started, NOW + DAY - 1)).toBe("pending");
    expect(verificationAt(started, NOW + DAY)).toEqual({
      status: "automatically_verified",
      since: NOW + DAY,
      wrong: 0,
    });
    expect(numbersOfVerification(started, NOW + DAY)).toBe("ready");
  });

  test("amounts that nobody told are too late after seven days", () => {
    const started = startVerification("manual", NOW);
    expect(verificationAt(started, NOW + 7 * DAY - 1).status).toBe("pending_manual_verification");
    expect(verificationAt(started, NOW + 7 * DAY).status).toBe("verification_expired");
    expect(numbersOfVerification(started, NOW + 7 * DAY)).toBe("never");
  });

  test("nothing that is settled changes", () => {
    fc.assert(
      fc.property(anyVerification, anyTime, (recorded, now) => {
        const later = verificationAt(recorded, now);
        expect(verificationAt(later, now)).toEqual(later);
        if (!VERIFICATIONS[recorded.status].byTime) expect(later).toEqual(recorded);
      }),
    );
  });
});

describe("amounts", () => {
  const manual = startVerification("manual", NOW);

  test("that are right prove the numbers", () => {
    const { verification, refusal } = afterAmounts(manual, true, NOW + DAY);
    expect(refusal).toBeNull();
    expect(verification).toEqual({ status: "manually_verified", since: NOW + DAY, wrong: 0 });
  });

  test("may be wrong twice; the third time it has failed for good", () => {
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

  test("are refused when it is too late, and need not be told where nothing is to be proven", () => {
    expect(afterAmounts(manual, true, NOW + 7 * DAY).verification.status).toBe(
      "verification_expired",
    );
    expect(afterAmounts(manual, true, NOW + 7 * DAY).refusal).not.toBeNull();
    const verified = afterVerificationEvent(manual, "AMOUNTS_RIGHT", NOW);
    expect(afterAmounts(verified, false, NOW)).toEqual({ verification: verified, refusal: null });
  });

  test("never make numbers readable without having been right", () => {
    fc.assert(
      fc.property(fc.array(anyTime, { maxLength: 8 }), (times) => {
        let verification = manual;
        for (const now of times.toSorted((one, other) => one - other)) {
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

test("no event leads out of an end, and every status is reached", () => {
  const reached = new Set<string>([
    "pending_automatic_verification",
    "pending_manual_verification",
  ]);
  for (const { numbers, moves } of Object.values(VERIFICATIONS)) {
    for (const next of Object.values(moves)) reached.add(next);
    if (numbers !== "pending") expect(moves).toEqual({});
  }
  expect([...reached].toSorted()).toEqual([...VERIFICATION_STATUSES].toSorted());
});
