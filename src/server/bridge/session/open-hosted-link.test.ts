import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const DAY = 86_400_000;

const setup = async () => {
  const app = await testApp();
  const create = (hosted_link: object = {}) =>
    app.call("/link/token/create", {
      client_name: "Corner Shop",
      language: "en",
      country_codes: ["US"],
      products: ["auth"],
      user: { client_user_id: "user-1" },
      hosted_link,
    });
  const open = async ({ hosted_link_url }: Record<string, unknown>) => {
    const secret = new URL(String(hosted_link_url)).hash.slice(1);
    return (await app.post("/bridge/hosted/open", { secret })).body;
  };
  return { ...app, create, open };
};

test("an expired link names its application and its end, and has no link token", async () => {
  const { create, open, advanceClock, runJobs } = await setup();
  const link = await create({ url_lifetime_seconds: 60 });
  advanceClock(59_999);
  expect((await open(link)).is_over).toBe(false);
  advanceClock(1);
  expect(await open(link)).toMatchObject({
    is_over: true,
    link_token: null,
    client_name: "Corner Shop",
    expires_at: "2026-01-15T12:01:00.000Z",
    words: {
      done: {
        title: "This link no longer works",
        text: "It expired on {time}. Ask Corner Shop for another one.",
      },
    },
  });
  advanceClock(7 * DAY);
  await runJobs();
  expect((await open(link)).error_code).toBe("INVALID_LINK_TOKEN");
});

test("a link connects once: afterwards its page has no link token, and names neither bank nor accounts", async () => {
  const { create, open, startLink, advanceClock } = await setup();
  const created = await create();
  const link = await startLink({ token: created.link_token });
  const bank = { institution_id: "ins_109508" };
  await link.bridge("institution/select", bank);
  const login = await link.bridge("credentials/submit", {
    ...bank,
    credentials: { username: "user_good", password: "pass_good" },
  });
  const { accounts } = Object(login.body.selection);
  await link.bridge("accounts/select", { account_ids: [accounts[0].id] });
  const page = {
    link_token: null,
    is_over: false,
    words: {
      done: {
        title: "Your bank is connected",
        text: expect.stringMatching(/^Corner Shop can now read/),
      },
    },
  };
  const body = await open(created);
  expect(body).toMatchObject(page);
  for (const word of [accounts[0].mask, "Platypus"])
    expect(JSON.stringify(body)).not.toContain(word);
  // The access may have ended since.
  advanceClock(DAY);
  expect(await open(created)).toMatchObject({ link_token: null, is_over: true, connection: null });
});
