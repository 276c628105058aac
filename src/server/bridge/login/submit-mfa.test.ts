import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { samples } from "../../../testing/property-samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const BANK = { institution_id: "ins_109508" };

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const login = (password: string, username = "user_good") => ({
  ...BANK,
  credentials: { username, password },
});
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  expect(status).toBe(400);
  return body.error_code;
};
/** Returns the next step, in the bridge's declared shape. */
const next = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  expect(status).toBe(200);
  const { request_id: _, ...answer } = body;
  const { challenge, selection } = LoginResponse.parse(answer);
  expect([challenge, selection].filter((response) => response === null)).toHaveLength(1);
  return { challenge, accounts: selection?.accounts ?? [] };
};

/** A session at a login's first challenge. */
const fetchChallenge = async ({ startLink }: App, password: string, username?: string) => {
  const link = await startLink();
  await link.bridge("institution/select", BANK);
  const { challenge } = next(await link.bridge("credentials/submit", login(password, username)));
  expect(challenge).not.toBeNull();
  return { link, challenge, answer: (answers: string[]) => link.bridge("mfa/submit", { answers }) };
};

const toSession = ({ services }: App, link: Link) =>
  services.store.sessions.byTokenDigest(digest(String(link.body.session_token)));
const stepOf = async (app: App, link: Link) => (await toSession(app, link))?.step;

test("a code that is refused has words of its own, with the tries left if the bank says so", async () => {
  const { answer } = await fetchChallenge(await testApp(), "mfa_code");
  const words = async (code: string) => (await answer([code])).body.display_message;
  expect(await words("4321")).toBe("That code is not right.");
  expect(await words("0002")).toBe("That code is not right. You can try 2 times more.");
  const { answer: answerQuestion } = await fetchChallenge(await testApp(), "mfa_questions_1_1");
  const { body } = await answerQuestion(["0001"]);
  expect(body.display_message).toBe("That answer did not match. Please check it.");
});

describe("a login that is asked for more leads to a public token", () => {
  const custom = JSON.stringify({ mfa: { type: "questions", questions_per_round: 1 } });
  test.each([
    ["mfa_device", ["device", "code"], [["phone-2"], ["1234"]]],
    ["mfa_code", ["code"], [["1234"]]],
    [
      "mfa_questions_2_2",
      ["questions", "questions"],
      [
        ["answer_0_0", "answer_0_1"],
        ["answer_1_0", "answer_1_1"],
      ],
    ],
    ["mfa_selections", ["selections"], [["Yes", "tomato", "ketchup"]]],
    ["mfa_selections_2_1_3", ["selections", "selections"], [["answer_0_0_0"], ["answer_1_0_0"]]],
    [custom, ["questions"], [["answer_0_0"]], "user_custom"],
  ])(
    "a login with %s leads through %j to a public_token",
    async (password, types, rounds, username = "user_good") => {
      const app = await testApp();
      const { link, challenge, answer } = await fetchChallenge(app, password, username);
      let step: ReturnType<typeof next> = { challenge, accounts: [] };
      const challengeTypes: unknown[] = [];
      for (const answers of rounds) {
        challengeTypes.push(step.challenge?.type);
        step = next(await answer(answers));
      }
      expect(challengeTypes).toEqual(types);
      const [account] = step.accounts;
      const end = await link.bridge("accounts/select", { account_ids: [account?.id] });
      const { public_token } = end.body;
      const { access_token } = await app.call("/item/public_token/exchange", { public_token });
      const { accounts } = await app.call("/accounts/get", { access_token });
      expect(accounts).toMatchObject([{ account_id: account?.id, name: account?.name }]);
    },
  );
});

test("a login without MFA returns no challenge", async () => {
  const { startLink } = await testApp();
  const link = await startLink();
  await link.bridge("institution/select", BANK);
  const { challenge, accounts } = next(await link.bridge("credentials/submit", login("pass_good")));
  expect(challenge).toBeNull();
  expect(accounts.length).toBeGreaterThan(1);
});

test("a challenge can be answered again after a wrong answer", async () => {
  const app = await testApp();
  const { link, answer } = await fetchChallenge(app, "mfa_questions_2_1");
  const before = await stepOf(app, link);
  for (const answers of [["x"], ["answer_0_0", "answer_0_0"]])
    expect(refusal(await answer(answers))).toBe("INVALID_MFA");
  expect(await stepOf(app, link)).toEqual(before);
  next(await answer(["answer_0_0"]));
  expect(next(await answer(["answer_1_0"])).accounts.length).toBeGreaterThan(1);
});

describe("concurrent answers to one challenge", () => {
  test("exactly one of concurrent answers to a challenge counts", async () => {
    const app = await testApp();
    const { link, answer } = await fetchChallenge(app, "mfa_code");
    const signIn = () => link.bridge("credentials/submit", login("pass_good"));
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 3 === 2 ? signIn() : answer(["1234"]))),
    );
    const [winner, ...more] = results.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const each of results)
      if (each !== winner) expect(refusal(each)).toBe("INVALID_LINK_SESSION");
    if (!winner) throw new Error("one of them counts");
    const account_ids = next(winner).accounts.map(({ id }) => id);
    expect((await link.bridge("accounts/select", { account_ids })).status).toBe(200);
  });

  test("a concurrent wrong answer does not invalidate the right one", async () => {
    const app = await testApp();
    const { answer } = await fetchChallenge(app, "mfa_code");
    const [wrong, right] = await Promise.all([answer(["4321"]), answer(["1234"])]);
    expect(["INVALID_MFA", "INVALID_LINK_SESSION"]).toContain(refusal(wrong));
    next(right);
  });
});

test("another process with the same store accepts the answer to a challenge", async () => {
  const app = await testApp();
  const { link } = await fetchChallenge(app, "mfa_device");
  const other = await testApp({}, app.folder);
  const authorization = `Bearer ${link.body.session_token}`;
  const body = { submission_id: randomUUID(), answers: ["email"] };
  const strangersAnswer = await other.post("/bridge/mfa/submit", body, { authorization });
  expect(next(strangersAnswer).challenge?.type).toBe("code");
  const { accounts } = next(await link.bridge("mfa/submit", { answers: ["1234"] }));
  expect(accounts.length).toBeGreaterThan(1);
});

describe("a session at a challenge", () => {
  test("selecting another institution drops the challenge", async () => {
    const app = await testApp();
    const { link, answer } = await fetchChallenge(app, "mfa_code");
    const other = { institution_id: "ins_109512" };
    expect((await link.bridge("institution/select", other)).status).toBe(200);
    expect(await stepOf(app, link)).toEqual({ at: "credentials", institutionId: "ins_109512" });
    expect(refusal(await answer(["1234"]))).toBe("INVALID_LINK_SESSION");
  });

  test("a new login at a challenge is accepted, and a refused one keeps the challenge", async () => {
    const app = await testApp();
    const { link, answer } = await fetchChallenge(app, "mfa_questions_1_1");
    const before = await stepOf(app, link);
    const loginRefusal = await link.bridge("credentials/submit", login("pass_bad"));
    expect(refusal(loginRefusal)).toBe("INVALID_CREDENTIALS");
    expect(await stepOf(app, link)).toEqual(before);
    next(await link.bridge("credentials/submit", login("mfa_code")));
    expect(next(await answer(["1234"])).accounts.length).toBeGreaterThan(1);
  });

  test("a challenge comes before the accounts", async () => {
    const { link } = await fetchChallenge(await testApp(), "mfa_code");
    const early = await link.bridge("accounts/select", { account_ids: ["any"] });
    expect(refusal(early)).toBe("INVALID_LINK_SESSION");
  });

  test("a session stays at its challenge when the answer is refused", async () => {
    const app = await testApp();
    for (const [user, code] of [
      [{ mfa: { type: "device" }, force_error: "USER_INPUT_TIMEOUT" }, "USER_INPUT_TIMEOUT"],
      [{ mfa: { type: "device" }, override_accounts: [] }, "NO_ACCOUNTS"],
    ] as const) {
      const password = JSON.stringify(user);
      const { link, answer } = await fetchChallenge(app, password, "user_custom");
      next(await answer(["phone-1"]));
      const before = await stepOf(app, link);
      expect(refusal(await answer(["1234"]))).toBe(code);
      expect(await stepOf(app, link)).toEqual(before);
    }
  });

  test("a session exited at a challenge stores that step", async () => {
    const app = await testApp();
    const { link } = await fetchChallenge(app, "mfa_device");
    expect((await link.bridge("session/exit", { status: "choose_device" })).status).toBe(200);
    expect(await stepOf(app, link)).toEqual({
      at: "exited",
      status: "choose_device",
      from: "mfa",
      keptInstitutionId: "ins_109508",
      finishedAt: app.services.clock(),
    });
  });
});

test("an MFA answer without a challenge is refused", async () => {
  const { startLink } = await testApp();
  const link = await startLink();
  const answers = { answers: ["1234"] };
  expect(refusal(await link.bridge("mfa/submit", answers))).toBe("INVALID_LINK_SESSION");
  await link.bridge("institution/select", BANK);
  expect(refusal(await link.bridge("mfa/submit", answers))).toBe("INVALID_LINK_SESSION");
  await link.bridge("credentials/submit", login("pass_good"));
  expect(refusal(await link.bridge("mfa/submit", answers))).toBe("INVALID_LINK_SESSION");
});

test("malformed MFA answers are refused", async () => {
  const { link } = await fetchChallenge(await testApp(), "mfa_code");
  for (const answers of [[], [""], ["x".repeat(201)], Array(21).fill("x"), "1234", [1234]])
    expect(refusal(await link.bridge("mfa/submit", { answers }))).toBe("INVALID_FIELD");
});

test("MFA answers are in no log and no error, and sealed in the store", async () => {
  const app = await testApp();
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z]{12,20}$/), async (secret) => {
      const { answer } = await fetchChallenge(app, "mfa_questions_2_1");
      const loginRefusal = await answer([secret]);
      expect(refusal(loginRefusal)).toBe("INVALID_MFA");
      expect(JSON.stringify(loginRefusal)).not.toContain(secret);
      const tooLong = await answer([secret.repeat(20)]);
      expect(JSON.stringify(tooLong)).not.toContain(secret);
      expect(app.logged.join()).not.toContain(secret);
    }),
    { numRuns: samples(20) },
  );
  const { link, answer } = await fetchChallenge(app, "mfa_questions_2_1");
  await answer(["answer_0_0"]);
  const record = JSON.stringify(await stepOf(app, link));
  expect(record).toContain('"at":"mfa"');
  for (const secret of ["user_good", "mfa_questions_2_1", "answer_0_0"])
    expect(record).not.toContain(secret);
  const log = app.logged.join();
  for (const secret of ["mfa_questions_2_1", "answer_0_0"]) expect(log).not.toContain(secret);
});

test("sealed MFA progress opens only for its own Item, and is no login", async () => {
  const app = await testApp();
  const [first, second] = await Promise.all(
    ["mfa_device", "mfa_device"].map((password) => fetchChallenge(app, password)),
  );
  if (!first || !second) throw new Error("there are two sessions");
  const steps = [await stepOf(app, first.link), await stepOf(app, second.link)];
  const [mine, theirs] = steps;
  if (mine?.at !== "mfa" || theirs?.at !== "mfa") throw new Error("both are asked for more");
  expect(
    app.services.vault.open(`login-progress:${mine.itemId}`, mine.sealedProgress),
  ).toBeTruthy();
  for (const purpose of [`login-progress:${theirs.itemId}`, `login:${mine.itemId}`])
    expect(() => app.services.vault.open(purpose, mine.sealedProgress)).toThrow();
});
