import { describe, expect, test } from "vitest";
import { code, linkToken, parseSession } from "../../../testing/test-app/link-token.ts";
import { PAGE, testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const BANK = { institution_id: "ins_109508" };
const GOOD = { username: "user_good", password: "pass_good" };
const FRAME = "f4a2e1b0-0000-4000-8000-000000000001";

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

describe("a session of a link token that is opened again", () => {
  const open = (app: App, token: string, secret = FRAME) => app.startLink({ token }, PAGE, secret);
  const submit = (link: Link, password: string) =>
    link.bridge("credentials/submit", { ...BANK, credentials: { ...GOOD, password } });
  const listIds = (body: Record<string, unknown>) =>
    (body.selection as { accounts: { id: string }[] }).accounts.map(({ id }) => id);

  test("a reopened session resumes at its step, in the new frame only", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const again = async (before?: Link) => {
      const link = await open(app, token);
      if (before) {
        expect(link.linkSessionId).toBe(before.linkSessionId);
        expect(code(await before.bridge("institutions/search", { query: "" }))).toBe(
          "INVALID_LINK_SESSION",
        );
      }
      return { link, resumePoint: parseSession(link).resume_point };
    };
    const first = await again();
    expect(first.resumePoint).toEqual({ at: "institution" });
    const bankForm = await first.link.bridge("institution/select", BANK);
    const { request_id: _, ...form } = bankForm.body;

    const second = await again(first.link);
    expect(second.resumePoint).toEqual({ at: "form", form });
    const mfaAnswer = await submit(second.link, "mfa_code");

    const third = await again(second.link);
    expect(third.resumePoint).toEqual({ at: "mfa", form, challenge: mfaAnswer.body.challenge });
    const mfaReply = await third.link.bridge("mfa/submit", { answers: ["1234"] });

    const fourth = await again(third.link);
    const { selection } = mfaReply.body;
    expect(fourth.resumePoint).toEqual({ at: "accounts", form, selection });
    const [id] = listIds(mfaReply.body);
    const end = await fourth.link.bridge("accounts/select", { account_ids: [id] });

    const fifth = await again(fourth.link);
    if (fifth.resumePoint.at !== "connected") throw new Error("the session is connected");
    const { institution, connection } = fifth.resumePoint;
    expect(institution).toMatchObject(BANK);
    expect(connection.accounts).toEqual(end.body.accounts);
    expect(connection.public_token).not.toBe(end.body.public_token);
    await app.call("/item/public_token/exchange", { public_token: connection.public_token });
    expect(code(await open(app, token))).toBe("INVALID_LINK_TOKEN");
  });

  test("a reopened session returns no public_token once one was exchanged", async () => {
    const app = await testApp();
    const token = await linkToken(app, { account_selection: "disabled" });
    const link = await open(app, token);
    await link.bridge("institution/select", BANK);
    const { body } = await submit(link, "pass_good");
    parseSession(await open(app, token));
    parseSession(await open(app, token));
    const { public_token } = body.connection as { public_token: string };
    await app.call("/item/public_token/exchange", { public_token });
    expect(code(await open(app, token))).toBe("INVALID_LINK_TOKEN");
  });

  test("a reopened session starts again at the chosen institution after an exit", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    await link.bridge("institution/select", BANK);
    await submit(link, "pass_good");
    await link.bridge("session/exit", { status: "requires_account_selection" });
    const again = await open(app, token);
    expect(parseSession(again).resume_point).toMatchObject({
      at: "form",
      form: { institution: BANK },
    });
    expect(again.linkSessionId).toBe(link.linkSessionId);
    const record = await app.services.store.linkTokens.byDigest(digest(token));
    expect(Date.parse(String(again.body.kept_until))).toBe(record?.expiresAt);
  });

  test("a reopened session starts again at the list after an exit from it", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    await link.bridge("session/exit", { status: null });
    expect(parseSession(await open(app, token)).resume_point).toEqual({ at: "institution" });
  });

  test("reopening a session does not reset its failed attempts", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    const withDigest = await app.services.store.sessions.byTokenDigest(link.tokenDigest);
    if (!withDigest) throw new Error("there is a session");
    const guard = { ...withDigest.guard, wrong: 10 };
    await app.services.store.sessions.advance(withDigest, { step: withDigest.step, guard });
    expect(code(await open(app, token))).toBe("INVALID_LINK_TOKEN");
    expect(code(await link.bridge("institution/select", BANK))).toBe("INVALID_LINK_SESSION");
  });

  test("reopening a session drops the submission in progress", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await open(app, token);
    await link.bridge("institution/select", BANK);
    const [late, again] = await Promise.all([submit(link, "pass_good"), open(app, token)]);
    const at = parseSession(again).resume_point.at;
    if (late.status === 200) expect(at).toBe("accounts");
    else expect([code(late), at]).toEqual(["INVALID_LINK_SESSION", "form"]);
  });

  test("concurrent reopens end in one session", async () => {
    const app = await testApp();
    const other = await testApp({}, app.folder);
    const token = await linkToken(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open(n % 2 ? app : other, token)),
    );
    expect(new Set(answers.map((each) => parseSession(each).link_session_id)).size).toBe(1);
    const alive = await Promise.all(
      answers.map((each) => each.bridge("institutions/search", { query: "" })),
    );
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a link token in the hands of somebody who does not have the frame's secret", () => {
  const OTHER = "f4a2e1b0-0000-4000-8000-000000000002";
  const select = (link: Link) => link.bridge("institution/select", BANK);
  const submit = (link: Link, password = "pass_good") =>
    link.bridge("credentials/submit", { ...BANK, credentials: { ...GOOD, password } });
  const share = (link: Link, { body }: { body: Record<string, unknown> }) => {
    const { accounts } = body.selection as { accounts: { id: string }[] };
    return link.bridge("accounts/select", { account_ids: accounts.map(({ id }) => id) });
  };
  const strangers = [undefined, OTHER, FRAME.toUpperCase()];

  test.each(strangers)(
    "without the frame's secret a link_token starts a new session and ends the old one (%s)",
    async (resume) => {
      const app = await testApp();
      const token = await linkToken(app);
      for (const password of [null, "mfa_code", "pass_good"]) {
        const link = await app.startLink({ token }, PAGE, FRAME);
        await select(link);
        if (password) expect((await submit(link, password)).status).toBe(200);
        const stranger = await app.startLink({ token }, PAGE, resume);
        const { link_session_id, session_token, expires_at, ...rest } = parseSession(stranger);
        expect(link_session_id).not.toBe(link.linkSessionId);
        const fresh = parseSession(await app.startLink({ token: await linkToken(app) }));
        expect(rest).toEqual({
          client_name: fresh.client_name,
          country: fresh.country,
          kept_until: fresh.kept_until,
          language: fresh.language,
          institutions: fresh.institutions,
          institution_index: fresh.institution_index,
          trust: fresh.trust,
          update: false,
          resume_point: { at: "institution" },
        });
        for (const call of [submit(link), link.bridge("session/exit", { status: null })])
          expect(code(await call)).toBe("INVALID_LINK_SESSION");
        expect(code(await submit(stranger))).toBe("INVALID_LINK_SESSION");
      }
    },
  );

  test.each(strangers)(
    "without the frame's secret a link_token of a connected session is refused (%s)",
    async (resume) => {
      const app = await testApp();
      const token = await linkToken(app);
      const link = await app.startLink({ token }, PAGE, FRAME);
      await select(link);
      expect((await share(link, await submit(link))).status).toBe(200);
      const { status, body } = await app.startLink({ token }, PAGE, resume);
      expect([status, body.error_code]).toEqual([400, "INVALID_LINK_TOKEN"]);
      expect(JSON.stringify(body)).not.toMatch(/ins_|public-|Platypus/);
      expect(parseSession(await app.startLink({ token }, PAGE, FRAME)).resume_point.at).toBe(
        "connected",
      );
    },
  );

  test("starting first with another secret does not hijack the frame's session", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const attackerLink = await app.startLink({ token }, PAGE, OTHER);
    const link = await app.startLink({ token }, PAGE, FRAME);
    await select(link);
    expect(parseSession(link).resume_point).toEqual({ at: "institution" });
    expect(code(await select(attackerLink))).toBe("INVALID_LINK_SESSION");
    expect(parseSession(await app.startLink({ token }, PAGE, OTHER)).resume_point).toEqual({
      at: "institution",
    });
  });

  test("a new session of a link_token keeps the failed attempts of the one before", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    for (let tries = 0; tries < 3; tries++) {
      const link = await app.startLink({ token });
      await select(link);
      expect(code(await submit(link, "pass_bad"))).toBe("INVALID_CREDENTIALS");
    }
    const link = await app.startLink({ token });
    await select(link);
    expect(code(await submit(link))).toBe("RECAPTCHA_REQUIRED");
  });

  test("a replaced session connects no submission in progress", async () => {
    const app = await testApp();
    const token = await linkToken(app, { account_selection: "disabled" });
    const link = await app.startLink({ token }, PAGE, FRAME);
    await select(link);
    const [late, stranger] = await Promise.all([submit(link), app.startLink({ token })]);
    const outcomes = [code(late), code(stranger)];
    expect([
      [undefined, "INVALID_LINK_TOKEN"],
      ["INVALID_LINK_SESSION", undefined],
    ]).toContainEqual(outcomes);
  });

  test("concurrent starts of a link_token leave one session alive", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.startLink({ token })));
    const ids = answers.map((each) => parseSession(each).link_session_id);
    const alive = await Promise.all(
      answers.map((each) => each.bridge("institutions/search", { query: "" })),
    );
    const living = ids.filter((_, n) => alive[n]?.status === 200);
    const { link_sessions } = await app.call("/link/token/get", { link_token: token });
    expect(link_sessions).toMatchObject(living.map((link_session_id) => ({ link_session_id })));
    expect(living).toHaveLength(1);
  });

  test("without the frame's secret update mode starts at the form, and returns no more than the token", async () => {
    const app = await testApp();
    const { access_token } = await app.link();
    const token = await linkToken(app, { access_token, products: undefined });
    const link = await app.startLink({ token }, PAGE, FRAME);
    expect((await submit(link, "mfa_code")).status).toBe(200);
    expect(parseSession(await app.startLink({ token }, PAGE, FRAME)).resume_point.at).toBe("mfa");
    const stranger = await app.startLink({ token }, PAGE, OTHER);
    expect(parseSession(stranger).resume_point.at).toBe("form");
    expect(JSON.stringify(stranger.body)).not.toContain("account_id");
  });

  test("a malformed resume secret is refused, and changes nothing", async () => {
    const app = await testApp();
    const token = await linkToken(app);
    const link = await app.startLink({ token }, PAGE, FRAME);
    for (const resume of ["", "x".repeat(31), "x".repeat(65), `${FRAME}\n`, "é".repeat(36)])
      expect(code(await app.startLink({ token }, PAGE, resume))).toBe("INVALID_FIELD");
    expect((await select(link)).status).toBe(200);
  });
});
