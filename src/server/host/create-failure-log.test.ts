import { expect, test } from "vitest";
import { createFailureLog } from "./create-failure-log.ts";

const logged = () => {
  const lines: unknown[] = [];
  const timers: (() => void)[] = [];
  const failures = createFailureLog({
    log: { error: (...line: unknown[]) => void lines.push(line) },
    reasonOf: (failure) =>
      failure instanceof Error && failure.message !== "bug" ? failure.message : null,
    after: (call, ms) => {
      expect(ms).toBe(60_000);
      timers.push(call);
    },
  });
  return {
    failures,
    /** Returns the lines since the last call. */
    lines: () => lines.splice(0),
    minute: () => {
      for (const call of timers.splice(0)) call();
    },
  };
};

const err = new Error("the database cannot be reached");

test("a kind of failure is logged at once, and then once a minute with its count", () => {
  const { failures, lines, minute } = logged();
  const report = () => failures.error({ err, job: "mail" }, "a job failed");
  report();
  expect(lines()).toEqual([[{ err, job: "mail", reason: err.message }, "a job failed"]]);
  for (let more = 0; more < 459; more++) report();
  expect(lines()).toEqual([]);
  minute();
  expect(lines()).toEqual([[{ reason: err.message, count: 459 }, "a job failed"]]);
  report();
  minute();
  expect(lines()).toEqual([[{ reason: err.message, count: 1 }, "a job failed"]]);
  minute();
  expect(lines()).toEqual([]);
  report();
  expect(lines()).toHaveLength(1);
});

test("other kinds, and failures of the process itself, are logged each", () => {
  const { failures, lines } = logged();
  const bug = new Error("bug");
  failures.error({ err }, "a job failed");
  failures.error({ err }, "counts of calls cannot be written yet");
  failures.error({ err: new Error("the disk is full") }, "a job failed");
  failures.error({ err: bug, job_id: "1" }, "a job failed");
  failures.error({ err: bug, job_id: "2" }, "a job failed");
  const all = lines();
  expect(all).toHaveLength(5);
  expect(all.at(-1)).toEqual([{ err: bug, job_id: "2" }, "a job failed"]);
});

test("kinds without end are logged one by one, and take no more memory", () => {
  const { failures, lines } = logged();
  for (let kind = 0; kind < 100; kind++) failures.error({ err: new Error(`${kind}`) }, "failed");
  expect(lines()).toHaveLength(100);
  for (let tries = 0; tries < 2; tries++) failures.error({ err }, "failed");
  expect(lines()).toHaveLength(2);
});
