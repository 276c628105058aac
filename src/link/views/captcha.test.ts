import { expect, test } from "vitest";
import { createCaptcha } from "../../server/adapters/captcha.ts";
import { solveProofOfWork } from "./captcha.ts";

const NOW = Date.UTC(2026, 0, 15);
const BINDING = { linkSessionId: "session-1", solved: 0 };
/** A captcha with the minimum number of attempts. */
const captcha = createCaptcha("key", (length) => new Uint8Array(length));

test("the server accepts the solution that Link finds", async () => {
  const challenge = await captcha.challenge(BINDING, NOW);
  const solution = await solveProofOfWork(challenge, new AbortController().signal);
  expect(solution.counter).toBe(100);
  expect(await captcha.isSolved(challenge, solution, BINDING, NOW)).toBe(true);
});

test("Link stops solving once the call is aborted", async () => {
  const opening = new AbortController();
  const work = solveProofOfWork(await captcha.challenge(BINDING, NOW), opening.signal);
  opening.abort();
  await expect(work).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});
