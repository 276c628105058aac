import { expect, test, vi } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { redirectApp } from "../../../testing/test-app/redirect-app.ts";
import { createTokenBank } from "../../../testing/test-app/token-bank.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { REVOKE_JOB } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";

type Answer = Awaited<ReturnType<NonNullable<Connector["approval"]>["poll"]>>;

const SECRET = "s".repeat(32);
const PENDING: Answer = { at: "pending", slowDown: false };
const SLOW_DOWN: Answer = { at: "pending", slowDown: true };

/**
 * A session that waits for an approval in the institution's app. The app answers polls in the given
 * order; a pause advances the clock.
 */
const startApproval = async (...answers: ("approved" | Fault | Answer)[]) => {
  const setup = await redirectApp();
  const { app, bank, atForm, submit } = setup;
  const accounts = await createTokenBank().connector.start("ins_800000", {});
  if (accounts.at !== "accounts") throw new Error("it asks for nothing else");
  const askedAt: number[] = [];
  bank.connector.start = async () => ({
    at: "approval",
    ...{ progress: "request-1", code: "CDFG", lifetimeMs: 60_000, intervalMs: 5000 },
  });
  bank.connector.approval = {
    poll: async (_, __, progress) => {
      expect(progress).toBe("request-1");
      askedAt.push(app.services.clock() - begin);
      const answer = answers.shift() ?? PENDING;
      if (answer instanceof Fault) throw answer;
      return answer === "approved" ? accounts : answer;
    },
  };
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const token = await setup.linkToken();
  const link = await atForm({ token }, SECRET);
  const begin = app.services.clock();
  const { body } = await submit(link);
  const wait = async () => (await link.bridge("redirect/await", {})).body;
  return { ...setup, token, link, submission: body, askedAt, wait };
};

test("an approval leads to the accounts, and the institution is polled as often as it allows", async () => {
  const { submission, link, goOn, wait, askedAt } = await startApproval(
    PENDING,
    SLOW_DOWN,
    "approved",
  );
  expect(submission.approval).toEqual({
    title: "Approve in the app of Token Bank",
    help: "Open the app and compare the code. If it shows another one, do not approve.",
    code: "CDFG",
    later: "Does the app ask for nothing? Cancel, check your user name, and try again.",
  });
  expect((await wait()).returned).toBe(false);
  expect((await wait()).returned).toBe(true);
  expect(askedAt).toEqual([5000, 10_000, 20_000]);
  const { request_id: _, ...fields } = (await goOn(link)).body;
  expect(LoginResponse.parse(fields).selection?.accounts).toHaveLength(1);
});

test("a refusal leads back to the form, and the user may try again", async () => {
  const { link, goOn, wait, stepOf, submit } = await startApproval(
    new Fault("OAUTH_USER_CANCELLED"),
  );
  expect((await wait()).returned).toBe(true);
  expect((await goOn(link)).body.error_code).toBe("OAUTH_USER_CANCELLED");
  expect(await stepOf(link)).toMatchObject({ at: "credentials" });
  expect((await submit(link)).body.approval).not.toBeNull();
});

test("an institution that is down is polled again, less often", async () => {
  const away = new Fault("INSTITUTION_NOT_RESPONDING");
  const { wait, askedAt } = await startApproval(away, "approved");
  expect((await wait()).returned).toBe(true);
  expect(askedAt).toEqual([5000, 15_000]);
});

test("an approval that does not come in time ends in USER_INPUT_TIMEOUT", async () => {
  const { link, goOn, wait } = await startApproval();
  for (let waits = 1; !(await wait()).returned; waits++) expect(waits).toBeLessThan(5);
  expect((await goOn(link)).body.error_code).toBe("USER_INPUT_TIMEOUT");
});

test("a page that is reloaded shows the same code", async () => {
  const { app, token } = await startApproval();
  const again = await app.startLink({ token }, undefined, SECRET);
  expect(again.body.resume_point).toMatchObject({
    at: "redirect",
    approval: { code: "CDFG" },
  });
});

test("only one of several waiting frames polls", async () => {
  const { wait, askedAt } = await startApproval(PENDING, "approved");
  const answers = await Promise.all([wait(), wait(), wait()]);
  expect(answers.filter(({ returned }) => returned).length).toBeGreaterThan(0);
  expect(askedAt).toHaveLength(2);
});

test("an approval is revoked if the session has moved on meanwhile", async () => {
  const { app, link, institution, bank, stepOf, wait } = await startApproval("approved");
  const { approval } = bank.connector;
  bank.connector.approval = {
    poll: async (...parameters) => {
      await link.bridge("institution/select", institution);
      return approval?.poll(...parameters) ?? PENDING;
    },
  };
  expect((await wait()).error_code).toBe("INVALID_LINK_SESSION");
  expect(await stepOf(link)).toMatchObject({ at: "credentials" });
  // The unused approval is ended at the institution.
  expect(await app.services.store.jobs.count(REVOKE_JOB)).toBe(1);
  expect(app.logged.join("")).not.toContain("request-1");
});

test.each([
  ["exits", "session/exit", { status: null }],
  ["goes back to the institutions", "institution/select", { institution_id: "ins_800000" }],
])("a request whose user %s is deleted, and no longer polled", async (_, path, body) => {
  const { link, stepOf, wait, askedAt } = await startApproval("approved");
  expect((await link.bridge(path, body)).status).toBe(200);
  expect((await wait()).error_code).toBe("INVALID_LINK_SESSION");
  expect(askedAt).toEqual([]);
  expect(await stepOf(link)).not.toHaveProperty("sealedProgress");
});
