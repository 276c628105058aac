import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** The minimum number of attempts of any solution, so that tests can skip fewer. */
const MIN_ATTEMPTS = 100;

const BANK = { institution_id: "ins_109508" };

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const signIn = (link: Link, password: string, username = "user_good") =>
  link.bridge("credentials/submit", { ...BANK, credentials: { username, password } });
const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;

const atForm = async (app: App) => {
  const link = await app.startLink();
  await link.bridge("institution/select", BANK);
  return link;
};
/** Solves a challenge of the session, as the frame does. */
const work = async (link: Link) => {
  const { status, body } = await link.bridge("captcha/challenge", {});
  expect(status).toBe(200);
  const challenge = body.challenge as Record<string, unknown> & Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: MIN_ATTEMPTS });
  return { challenge, solution: { ...solution } };
};
const solve = async (link: Link) => link.bridge("captcha/solve", await work(link));

describe("after three wrong tries", () => {
  test("after three failed attempts every login requires a captcha", async () => {
    const link = await atForm(await testApp());
    for (let tries = 0; tries < 3; tries++)
      expect(code(await signIn(link, "pass_bad"))).toBe("INVALID_CREDENTIALS");
    for (const password of ["pass_bad", "pass_good"])
      expect(code(await signIn(link, password))).toBe("RECAPTCHA_REQUIRED");
    expect((await solve(link)).status).toBe(200);
    expect((await signIn(link, "pass_good")).status).toBe(200);
  });

  test("failed logins and failed MFA answers count together towards the captcha", async () => {
    const link = await atForm(await testApp());
    expect(code(await signIn(link, "pass_bad"))).toBe("INVALID_CREDENTIALS");
    await signIn(link, "mfa_code");
    const answer = (text: string) => link.bridge("mfa/submit", { answers: [text] });
    for (const text of ["1", "2"]) expect(code(await answer(text))).toBe("INVALID_MFA");
    expect(code(await answer("1234"))).toBe("RECAPTCHA_REQUIRED");
    await solve(link);
    expect((await answer("1234")).status).toBe(200);
  });

  test("three more failed attempts require another captcha, and ten end the session", async () => {
    const link = await atForm(await testApp());
    const answers: unknown[] = [];
    for (let tries = 0; tries < 10; ) {
      const answerCode = code(await signIn(link, "pass_bad"));
      answers.push(answerCode);
      if (answerCode === "INVALID_CREDENTIALS") tries++;
      else expect((await solve(link)).status).toBe(200);
    }
    const three = ["INVALID_CREDENTIALS", "INVALID_CREDENTIALS", "INVALID_CREDENTIALS"];
    const captcha = "RECAPTCHA_REQUIRED";
    expect(answers).toEqual([
      ...[...three, captcha],
      ...[...three, captcha],
      ...[...three, captcha],
      "INVALID_CREDENTIALS",
    ]);
    for (const call of [signIn(link, "pass_good"), link.bridge("captcha/challenge", {})])
      expect(code(await call)).toBe("INVALID_LINK_SESSION");
    expect(code(await link.bridge("institution/select", BANK))).toBe("INVALID_LINK_SESSION");
  });

  test("selecting another institution does not lift the captcha", async () => {
    const link = await atForm(await testApp());
    for (let tries = 0; tries < 3; tries++) await signIn(link, "pass_bad");
    await link.bridge("institution/select", { institution_id: "ins_109509" });
    await link.bridge("institution/select", BANK);
    expect(code(await signIn(link, "pass_good"))).toBe("RECAPTCHA_REQUIRED");
  });
});

describe("a captcha", () => {
  test("a captcha solution is good once, in its own session, until it expires", async () => {
    const app = await testApp();
    const [link, other] = [await atForm(app), await atForm(app)];
    const solution = await work(link);
    expect(code(await other.bridge("captcha/solve", solution))).toBe("RECAPTCHA_BAD");
    expect((await link.bridge("captcha/solve", solution)).status).toBe(200);
    expect(code(await link.bridge("captcha/solve", solution))).toBe("RECAPTCHA_BAD");
    const late = await work(link);
    app.advanceClock(10 * 60_000);
    expect(code(await link.bridge("captcha/solve", late))).toBe("RECAPTCHA_BAD");
  });

  test("a captcha without proof of work is refused, and can be retried", async () => {
    const link = await atForm(await testApp());
    for (let tries = 0; tries < 3; tries++) await signIn(link, "pass_bad");
    const { challenge, solution } = await work(link);
    for (const wrong of [
      { challenge, solution: {} },
      { challenge: {}, solution },
      { challenge: { ...challenge, signature: "00" }, solution },
      { challenge, solution: { ...solution, derivedKey: "00".repeat(32) } },
    ]) {
      const { status, body } = await link.bridge("captcha/solve", wrong);
      expect([status, body.error_code]).toEqual([400, "RECAPTCHA_BAD"]);
    }
    expect(code(await signIn(link, "pass_good"))).toBe("RECAPTCHA_REQUIRED");
    expect((await link.bridge("captcha/solve", { challenge, solution })).status).toBe(200);
    expect((await signIn(link, "pass_good")).status).toBe(200);
  });
});

describe("an institution that asks for a captcha", () => {
  const custom = (recaptcha: string) => JSON.stringify({ recaptcha });

  test.each([
    ["user_good", "recaptcha_good"],
    ["user_custom", custom("good")],
  ])(
    "an institution's captcha lets %s in with %s once it is solved",
    async (username, password) => {
      const link = await atForm(await testApp());
      expect(code(await signIn(link, password, username))).toBe("RECAPTCHA_REQUIRED");
      expect(code(await signIn(link, password, username))).toBe("RECAPTCHA_REQUIRED");
      await solve(link);
      expect((await signIn(link, password, username)).status).toBe(200);
    },
  );

  test.each([
    ["user_good", "recaptcha_bad"],
    ["user_custom", custom("bad")],
  ])(
    "an institution's captcha always refuses the solution of %s with %s",
    async (username, password) => {
      const link = await atForm(await testApp());
      for (let again = 0; again < 2; again++) {
        expect(code(await signIn(link, password, username))).toBe("RECAPTCHA_REQUIRED");
        await solve(link);
        expect(code(await signIn(link, password, username))).toBe("RECAPTCHA_BAD");
      }
    },
  );

  test("a captcha solution used by one login does not count for another", async () => {
    const link = await atForm(await testApp());
    await solve(link);
    expect((await signIn(link, "mfa_code")).status).toBe(200);
    expect(code(await signIn(link, "recaptcha_good"))).toBe("RECAPTCHA_REQUIRED");
  });
});

describe("somebody who tries one user's passwords in session after session", () => {
  const guess = async (app: App, username = "user_good", password = "pass_bad") => {
    const link = await atForm(app);
    return { link, code: code(await signIn(link, password, username)) };
  };
  const guesses = async (app: App, names: readonly string[]) => {
    const codes: unknown[] = [];
    for (const name of names) codes.push((await guess(app, name)).code);
    return codes;
  };
  const FIVE = Array(5).fill("INVALID_CREDENTIALS");

  test("password spraying one user across sessions costs a captcha from the sixth attempt on", async () => {
    const app = await testApp({ RATE_LIMITS: "on" });
    const names = ["user_good", "USER_good", " user_good", "user_good ", "User_Good", "user_GOOD"];
    expect((await guesses(app, names)).at(-1)).toBe("RECAPTCHA_REQUIRED");
    expect(await guesses(app, Array(5).fill("user_else"))).toEqual(FIVE);
    const link = await app.startLink();
    const other = { institution_id: "ins_109509" };
    await link.bridge("institution/select", other);
    const credentials = { username: "user_good", password: "pass_good" };
    expect((await link.bridge("credentials/submit", { ...other, credentials })).status).toBe(200);
  });

  test("another application's sessions do not get around the sign-in throttle", async () => {
    const app = await testApp({ RATE_LIMITS: "on" });
    expect(await guesses(app, Array(5).fill("user_good"))).toEqual(FIVE);
    const key = "public-key-of-another";
    const other = { ...app.client, clientId: "another-client", publicKey: key };
    await app.services.store.clients.add(other);
    const link = await app.startLink({ key });
    const bank = { institution_id: "ins_109508" };
    expect((await link.bridge("institution/select", bank)).status).toBe(200);
    expect(code(await signIn(link, "pass_bad"))).toBe("RECAPTCHA_REQUIRED");
  });

  test("the sign-in throttle locks no user out: a captcha or waiting lifts it", async () => {
    const app = await testApp({ RATE_LIMITS: "on" });
    const names = Array(6).fill("user_good");
    expect(await guesses(app, names)).toEqual([...FIVE, "RECAPTCHA_REQUIRED"]);
    const { link, code: refusal } = await guess(app, "user_good", "pass_good");
    expect(refusal).toBe("RECAPTCHA_REQUIRED");
    await solve(link);
    expect((await signIn(link, "pass_good")).status).toBe(200);
    expect((await guess(app)).code).toBe("RECAPTCHA_REQUIRED");
    app.advanceClock(12_000);
    expect((await guess(app, "user_good", "pass_good")).code).toBeUndefined();
  });

  test("concurrent attempts do not pass the sign-in throttle", async () => {
    const app = await testApp({ RATE_LIMITS: "on" });
    const links = await Promise.all(Array.from({ length: 12 }, () => atForm(app)));
    const answers = await Promise.all(links.map((link) => signIn(link, "pass_bad")));
    const wrong = answers.filter((each) => code(each) === "INVALID_CREDENTIALS");
    expect(wrong).toHaveLength(5);
  });

  test("the sandbox has no sign-in throttle, unless limits are set", async () => {
    const app = await testApp();
    const codes = await guesses(app, Array(20).fill("user_good"));
    expect(new Set(codes)).toEqual(new Set(["INVALID_CREDENTIALS"]));
  });
});
