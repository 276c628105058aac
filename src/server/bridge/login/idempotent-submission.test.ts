import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SubmitMfaRequest } from "../../../protocol/link/bridge.ts";
import { samples } from "../../../testing/property-samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { REVOKE_JOB, type Revocation } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeEndpoint } from "../endpoint.ts";
import { runIdempotently } from "./idempotent-submission.ts";
import { submitMfa } from "./submit-mfa.ts";

const BANK = { institution_id: "ins_109508" };

type App = Awaited<ReturnType<typeof testApp>>;
type Answer = Awaited<ReturnType<App["post"]>>;

const credentialsFor = (password: string) => ({
  ...BANK,
  credentials: { username: "user_good", password },
});
const withId = (body: object) => ({ submission_id: randomUUID(), ...body });

/** Returns the content of a response without its request_id. */
const toContent = ({ status, body: { request_id: _, ...body } }: Answer) => ({ status, body });
const listIds = ({ body }: Answer) =>
  (body.selection as { accounts: { id: string }[] }).accounts.map(({ id }) => id);

/** A session at a bank's form. `other` sends to another process with the same store. */
const atForm = async () => {
  const app = await testApp();
  const other = await testApp({}, app.folder);
  const link = await app.startLink();
  await link.bridge("institution/select", BANK);
  const authorization = `Bearer ${link.body.session_token}`;
  const send = (to: App) => (path: string, body: object) =>
    to.post(`/bridge/${path}`, body, { authorization });
  return { app, link, here: send(app), there: send(other), authorization };
};

describe("the same submission", () => {
  test("a retried submission gets the same answer, also after the session has moved on or ended", async () => {
    const { here, there, app } = await atForm();
    const login = withId(credentialsFor("pass_good"));
    const selection = await here("credentials/submit", login);
    expect(toContent(await there("credentials/submit", login))).toEqual(toContent(selection));
    const choice = withId({ account_ids: listIds(selection).slice(0, 1) });
    const end = await here("accounts/select", choice);
    expect(end.status).toBe(200);
    for (const send of [here, there]) {
      expect(toContent(await send("accounts/select", choice))).toEqual(toContent(end));
      const another = { ...choice, submission_id: randomUUID() };
      expect((await send("accounts/select", another)).body.error_code).toBe("INVALID_LINK_SESSION");
    }
    const { public_token } = end.body;
    await app.call("/item/public_token/exchange", { public_token });
  });

  test("a retried submission gets the same refusal, and counts as one attempt", async () => {
    const { here, there, app, link } = await atForm();
    const wrong = withId(credentialsFor("pass_bad"));
    const refusal = await here("credentials/submit", wrong);
    expect(refusal.body.error_code).toBe("INVALID_CREDENTIALS");
    for (let again = 0; again < 10; again++)
      for (const send of [here, there])
        expect(toContent(await send("credentials/submit", wrong))).toEqual(toContent(refusal));
    const session = await app.services.store.sessions.byTokenDigest(link.tokenDigest);
    expect(session?.guard.wrong).toBe(1);
  });

  test("a submission_id is scoped to its path, and only the last answer is stored", async () => {
    const { here } = await atForm();
    const submission_id = randomUUID();
    const selection = await here("credentials/submit", {
      submission_id,
      ...credentialsFor("pass_good"),
    });
    const end = await here("accounts/select", { submission_id, account_ids: listIds(selection) });
    expect(end.status).toBe(200);
    const late = await here("credentials/submit", {
      submission_id,
      ...credentialsFor("pass_good"),
    });
    expect(late.body.error_code).toBe("INVALID_LINK_SESSION");
  });

  test("a malformed submission_id is refused", async () => {
    const { here } = await atForm();
    for (const submission_id of ["", "short", "x".repeat(65), "with space with space", 7, null])
      expect(
        (await here("credentials/submit", { submission_id, ...credentialsFor("pass_good") }))
          .status,
      ).toBe(400);
  });

  test("concurrent retries at two processes create one Item and get one answer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 2 })), { minLength: 2, maxLength: 12 }),
        async (arrivals) => {
          const { here, there, app } = await atForm();
          const selection = await here("credentials/submit", withId(credentialsFor("pass_good")));
          const [first = "", second = ""] = listIds(selection);
          const choices = [[first], [second], [first, second]].map((account_ids) =>
            withId({ account_ids }),
          );
          const answers = await Promise.all(
            arrivals.map(async ([isHere, which]) => {
              const send = isHere ? here : there;
              return {
                which,
                answer: toContent(await send("accounts/select", choices[which] ?? {})),
              };
            }),
          );
          for (const { which, answer } of answers)
            for (const again of answers)
              if (again.which === which) expect(again.answer).toEqual(answer);
          const winners = answers.filter(({ answer }) => answer.status === 200);
          expect(new Set(winners.map(({ which }) => which)).size).toBe(1);
          const public_token = winners[0]?.answer.body.public_token;
          const { item_id } = await app.call("/item/public_token/exchange", { public_token });
          expect(typeof item_id).toBe("string");
        },
      ),
      { numRuns: samples(15) },
    );
  });
});

/** An endpoint whose institution responds at the test's command. The endpoint counts its calls. */
const slow = (granted?: Revocation) => {
  let answer = (_: "right" | "wrong" | "broken"): void => undefined;
  const outcome = new Promise<"right" | "wrong" | "broken">((resolve) => {
    answer = resolve;
  });
  let calls = 0;
  let onCall = (): void => undefined;
  const isCalled = new Promise<void>((resolve) => {
    onCall = resolve;
  });
  const endpoint: Extract<BridgeEndpoint, { access: "submission" }> = {
    path: "/bridge/mfa/submit",
    access: "submission",
    request: SubmitMfaRequest,
    response: submitMfa.response,
    async handle(_, { session }) {
      calls++;
      onCall();
      const how = await outcome;
      if (how === "wrong") throw new Fault("INVALID_MFA");
      if (how === "broken") throw new Error("the institution is on fire");
      return { answer: { how }, move: { step: session.step }, ...(granted && { granted }) };
    },
  };
  return { endpoint, answer, isCalled, calls: () => calls };
};

describe("a submission that is under way", () => {
  const token = ({ authorization }: { authorization: string }) => authorization.slice(7);
  const code = (failure: unknown) => (failure instanceof Fault ? failure.code : failure);
  /** Runs other pending work first. */
  const eager = (services: Services): Services => ({
    ...services,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });

  test.each([
    ["right", { how: "right" }],
    ["wrong", "INVALID_MFA"],
    ["broken", "INTERNAL_SERVER_ERROR"],
  ] as const)(
    "is waited for by its retries, and they have its answer: %s",
    async (how, outcome) => {
      const form = await atForm();
      const services = eager(form.app.services);
      const { endpoint, answer, isCalled, calls } = slow();
      const body = withId({ answers: ["1"] });
      const carryOut = () => runIdempotently(endpoint, body, token(form), services).catch(code);
      const first = carryOut();
      await isCalled;
      const retries = Array.from({ length: 5 }, carryOut);
      answer(how);
      for (const retry of retries) expect(await retry).toEqual(outcome);
      if (how !== "broken") expect(await first).toEqual(outcome);
      else expect(await first).toEqual(new Error("the institution is on fire"));
      expect(await carryOut()).toEqual(outcome);
      expect(calls()).toBe(1);
    },
  );

  test("a second submission waits for the first, and runs after it", async () => {
    const form = await atForm();
    const services = eager(form.app.services);
    const { endpoint, answer, isCalled } = slow();
    const body = withId({ answers: ["1"] });
    const first = runIdempotently(endpoint, body, token(form), services);
    await isCalled;
    const next = form.here("credentials/submit", withId(credentialsFor("pass_good")));
    answer("right");
    expect(await first).toEqual({ how: "right" });
    expect((await next).status).toBe(200);
  });

  test("a submission whose lease has expired is carried out again, and both get the first answer", async () => {
    const form = await atForm();
    const services = eager(form.app.services);
    const { endpoint, answer, isCalled, calls } = slow();
    const body = withId({ answers: ["1"] });
    const carryOut = () => runIdempotently(endpoint, body, token(form), services).catch(code);
    const first = carryOut();
    await isCalled;
    form.app.advanceClock(10_000);
    const second = carryOut();
    while (calls() < 2) await new Promise((resolve) => setImmediate(resolve));
    answer("right");
    expect(await Promise.all([first, second])).toEqual([{ how: "right" }, { how: "right" }]);
    expect(await carryOut()).toEqual({ how: "right" });
    expect(calls()).toBe(2);
  });

  test("a failure of the store behind the claim ends the renewal of its lease", async () => {
    const form = await atForm();
    const { store } = form.app.services;
    let reads = 0;
    let renewals = 0;
    const byTokenDigest: typeof store.sessions.byTokenDigest = async (digest) => {
      if (++reads === 2) throw new Error("the store is away");
      return store.sessions.byTokenDigest(digest);
    };
    const services: Services = {
      ...form.app.services,
      store: { ...store, sessions: { ...store.sessions, byTokenDigest } },
      every: () => {
        renewals++;
        return () => void renewals--;
      },
    };
    const body = withId({ answers: ["1"] });
    const submission = runIdempotently(slow().endpoint, body, token(form), services);
    await expect(submission).rejects.toThrow("the store is away");
    expect([reads, renewals]).toEqual([2, 0]);
  });

  test("a submission changes nothing once its session has exited, and the access that it got is revoked", async () => {
    const form = await atForm();
    const { store } = form.app.services;
    const jobs: NewJob[] = [];
    const add = async (added: readonly NewJob[]) => void jobs.push(...added);
    const services = { ...form.app.services, store: { ...store, jobs: { ...store.jobs, add } } };
    const granted = { itemId: "item-1", institutionId: "ins_109508", sealedState: "sealed" };
    const { endpoint, answer, isCalled } = slow(granted);
    const body = withId({ answers: ["1"] });
    const first = runIdempotently(endpoint, body, token(form), services).catch(code);
    await isCalled;
    expect((await form.link.bridge("session/exit", { status: null })).status).toBe(200);
    answer("right");
    expect(await first).toBe("INVALID_LINK_SESSION");
    expect((await store.sessions.byTokenDigest(form.link.tokenDigest))?.step.at).toBe("exited");
    expect(jobs.map(({ name, payload }) => [name, payload.sealed_state])).toEqual([
      [REVOKE_JOB, "sealed"],
    ]);
  });
});

test("a submission of a process that died while the clock ran ahead holds up no other", async () => {
  const { app, here } = await atForm();
  const { store, clock } = app.services;
  const AHEAD = 3 * 3_600_000;
  const link = await app.startLink();
  await link.bridge("institution/select", BANK);
  const session = await store.sessions.byTokenDigest(link.tokenDigest);
  if (!session) throw new Error("the session is running");
  await store.sessions.claim(session, "dead", clock() + AHEAD, clock() + AHEAD + 10_000);
  const answer = await link.bridge("credentials/submit", credentialsFor("pass_good"));
  expect(answer.status).toBe(200);
  expect((await here("credentials/submit", withId(credentialsFor("pass_good")))).status).toBe(200);
});

test("responses to submissions are sealed in the store, and in no log", async () => {
  const { here, link, app } = await atForm();
  const selection = await here("credentials/submit", withId(credentialsFor("pass_good")));
  const account_ids = listIds(selection);
  const end = await here("accounts/select", withId({ account_ids }));
  const session = await app.services.store.sessions.byTokenDigest(link.tokenDigest);
  if (!session) throw new Error("there is a session");
  const record = JSON.stringify([session, await app.services.store.sessions.submission(session)]);
  expect(record).toContain("accounts/select");
  expect(record).not.toContain(String(end.body.public_token));
  expect(app.logged.join()).not.toContain(String(end.body.public_token));
});
