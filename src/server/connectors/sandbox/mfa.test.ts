import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Challenge } from "../../../protocol/link/login-form.ts";
import type { LoginStep } from "../../domain/connectors/login-step.ts";
import { createFormConnector } from "./form-connector.fixture.ts";

const BANK = "ins_109508";
const BY_PASSWORD_AND_PIN = "ins_930004";

const good = (password: string) => ({ username: "user_good", password });
const start = (password: string) => createFormConnector().start(BANK, good(password));

/** Uses a new connector for each answer, as another process would. */
const answer = (password: string, progress: string, answers: readonly string[]) =>
  createFormConnector().answer(BANK, good(password), progress, answers);

const parseChallenge = (step: LoginStep) => {
  if (step.at !== "challenge") throw new Error("the login asks for nothing");
  Challenge.parse(step.challenge);
  return step;
};

const device = (step: LoginStep) => {
  const { challenge, progress } = parseChallenge(step);
  if (challenge.type !== "device") throw new Error("the login does not ask for a device");
  return { devices: challenge.devices, progress };
};

const plain = await start("pass_good");
const WRONG = { code: "INVALID_MFA" };

describe("mfa_device", () => {
  test("mfa_device offers the same two phones and email each time", async () => {
    const { devices } = device(await start("mfa_device"));
    expect(devices).toEqual([
      { id: "phone-1", kind: "phone", mask: expect.stringMatching(/^•••• \d{4}$/) },
      { id: "phone-2", kind: "phone", mask: expect.stringMatching(/^•••• \d{4}$/) },
      { id: "email", kind: "email", mask: expect.stringMatching(/^[a-z]•••@mail\.example$/) },
    ]);
    expect(new Set(devices.map(({ mask }) => mask)).size).toBe(3);
    expect(await start("mfa_device")).toEqual(await start("mfa_device"));
  });

  test("mfa_device asks for the code sent to the selected device, and takes 1234", async () => {
    const { devices, progress } = device(await start("mfa_device"));
    for (const { id, mask } of devices) {
      const codeStep = parseChallenge(await answer("mfa_device", progress, [id]));
      expect(codeStep.challenge).toEqual({
        ...{ type: "code", sent_to: mask, length: 4, resend_after: 30 },
      });
      await expect(answer("mfa_device", codeStep.progress, ["4321"])).rejects.toMatchObject(WRONG);
      expect(await answer("mfa_device", codeStep.progress, ["1234"])).toEqual(plain);
    }
  });

  test("mfa_device refuses an unknown device, and more than one", async () => {
    const { progress } = device(await start("mfa_device"));
    for (const answers of [["phone-3"], ["1234"], ["phone-1", "email"], []])
      await expect(answer("mfa_device", progress, answers)).rejects.toMatchObject(WRONG);
  });
});

test("mfa_code asks for a code at once", async () => {
  const { challenge, progress } = parseChallenge(await start("mfa_code"));
  expect(challenge).toEqual({ type: "code", sent_to: null, length: 4, resend_after: 30 });
  for (const answers of [["0000"], ["1234 "], ["1234", "1234"], []])
    await expect(answer("mfa_code", progress, answers)).rejects.toMatchObject(WRONG);
  expect(await answer("mfa_code", progress, ["1234"])).toEqual(plain);
});

test("mfa_selections asks one round, and the first options are right", async () => {
  const { challenge, progress } = parseChallenge(await start("mfa_selections"));
  if (challenge.type !== "selections") throw new Error("the login does not ask for selections");
  const first = challenge.questions.map(({ options }) => options[0] ?? "");
  expect(first).toEqual(["Yes", "tomato", "ketchup"]);
  for (const answers of [["No", "tomato", "ketchup"], ["Yes", "tomato"], [...first].reverse()])
    await expect(answer("mfa_selections", progress, answers)).rejects.toMatchObject(WRONG);
  expect(await answer("mfa_selections", progress, first)).toEqual(plain);
});

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const one = fc.integer({ min: 1, max: 10 });
const anyRounds = fc.oneof(
  fc.record({ kind: fc.constant("questions" as const), n: one, m: one, o: fc.constant(0) }),
  fc.record({
    kind: fc.constant("selections" as const),
    n: one,
    m: one,
    o: fc.integer({ min: 2, max: 10 }),
  }),
);
const readPassword = ({ kind, n, m, o }: { kind: string; n: number; m: number; o: number }) =>
  kind === "questions" ? `mfa_questions_${n}_${m}` : `mfa_selections_${n}_${m}_${o}`;
const rightOf = (kind: string, round: number, m: number) =>
  upTo(m).map((at) => `answer_${round}_${at}${kind === "questions" ? "" : "_0"}`);

describe("any rounds of questions or selections", () => {
  test("MFA has the requested number of rounds, and the right answers lead to the accounts", async () => {
    await fc.assert(
      fc.asyncProperty(anyRounds, async (spec) => {
        const password = readPassword(spec);
        let step = await start(password);
        for (const round of upTo(spec.n)) {
          const { challenge, progress } = parseChallenge(step);
          if (challenge.type !== "questions" && challenge.type !== "selections")
            throw new Error("neither questions nor selections");
          expect(challenge.type).toBe(spec.kind);
          const texts = challenge.questions.map((each) =>
            typeof each === "string" ? each.split(" (")[0] : each.question,
          );
          expect(new Set(texts).size).toBe(spec.m);
          if (challenge.type === "selections")
            for (const { options } of challenge.questions)
              expect(new Set(options).size).toBe(spec.o);
          step = await answer(password, progress, rightOf(spec.kind, round, spec.m));
        }
        expect(step).toEqual(plain);
      }),
    );
  });

  test("MFA refuses a wrong, superfluous or missing answer in any round", async () => {
    await fc.assert(
      fc.asyncProperty(anyRounds, fc.nat(), fc.nat(), fc.string(), async (spec, r, q, wrong) => {
        const password = readPassword(spec);
        const { kind, n, m } = spec;
        let { progress } = parseChallenge(await start(password));
        const last = r % n;
        for (const round of upTo(last))
          ({ progress } = parseChallenge(
            await answer(password, progress, rightOf(kind, round, m)),
          ));
        const right = rightOf(kind, last, m);
        const nearly = [
          wrong,
          `answer_${last}_${m}`,
          `answer_${last + 1}_${q % m}`,
          `answer_${last}_${q % m}_1`,
        ];
        const refusals = [
          ...nearly.map((text) => right.with(q % m, text)),
          [...right, wrong],
          right.slice(1),
          [],
        ];
        for (const answers of refusals)
          await expect(answer(password, progress, answers)).rejects.toMatchObject(WRONG);
        await answer(password, progress, right);
      }),
    );
  });

  test.each([
    "mfa_questions",
    "mfa_questions_1",
    "mfa_questions_0_1",
    "mfa_questions_1_11",
    "mfa_questions_01_1",
    "mfa_questions_1_1_1",
    "mfa_selections_1_1",
    "mfa_selections_1_1_1",
    "mfa_selections_11_1_2",
    "mfa_selections_1_1_11",
    "mfa_selections_1_1_2 ",
    "MFA_DEVICE",
  ])("%j is no MFA password", async (password) => {
    await expect(start(password)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  });
});

test("an mfa_ password works in either of two secrets, and in both", async () => {
  const secrets = [
    { password: "mfa_code", pin: "credential_good" },
    { password: "pass_good", pin: "mfa_code" },
    { password: "mfa_code", pin: "mfa_code" },
  ];
  for (const each of secrets) {
    const step = await createFormConnector().start(BY_PASSWORD_AND_PIN, {
      customer_number: "user_good",
      ...each,
    });
    expect(parseChallenge(step).challenge.type).toBe("code");
  }
});

describe("an answer", () => {
  test("an MFA answer is refused when the credentials are no longer right, or the institution is down", async () => {
    const { progress } = parseChallenge(await start("mfa_code"));
    await expect(answer("pass_bad", progress, ["1234"])).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    const down = createFormConnector().answer("ins_132361", good("mfa_code"), progress, ["1234"]);
    await expect(down).rejects.toMatchObject({ code: "INSTITUTION_DOWN" });
  });

  test.each([
    "",
    "x",
    "null",
    "{}",
    '{"round":0}',
    '{"round":-1,"sentTo":null}',
    '{"round":0.5,"sentTo":null}',
    '{"round":1,"sentTo":null}',
    '{"round":0,"sentTo":null,"more":1}',
    '{"round":"0","sentTo":null}',
  ])("an MFA answer with the invalid progress %j is an internal error", async (progress) => {
    const failure = await answer("mfa_code", progress, ["1234"]).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toHaveProperty("code", "INVALID_MFA");
  });

  test("an MFA answer to a login without MFA is an internal error", async () => {
    const { progress } = parseChallenge(await start("mfa_code"));
    await expect(answer("pass_good", progress, ["1234"])).rejects.toThrow("does not have");
  });
});

test("a code is sent again, to the same device", async () => {
  const { progress } = device(await start("mfa_device"));
  const code = parseChallenge(await answer("mfa_device", progress, ["email"]));
  const resend = createFormConnector().resendCode;
  const next = await resend?.(BANK, good("mfa_device"), code.progress);
  expect(next).toBe(code.progress);
  await expect(resend?.(BANK, good("pass_bad"), code.progress)).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
});
