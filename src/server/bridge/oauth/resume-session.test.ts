import { expect, test } from "vitest";
import { BACK, redirectApp } from "../../../testing/test-app/redirect-app.ts";

const SECRET = "s".repeat(32);

/** Users who left from an application's page and returned to it. */
const returnToPage = async () => {
  const setup = await redirectApp();
  const { app, bank, linkToken, leave, atForm, newBrowser } = setup;
  const token = await linkToken({ redirect_uri: BACK });
  const link = await atForm({ token }, SECRET);
  const redirect = await leave(link, "redirect");
  const browser = newBrowser();
  const { location } = await browser.startRedirect(redirect.url);
  const { state, parameters } = bank.signIn(location);
  const receivedRedirectUri = (await browser.sendCallback({ state, ...parameters })).location;
  /** A page that creates Link again. Another browser has stored nothing. */
  const createAgain = (resume?: string, config: object = {}) =>
    app.startLink({ token, receivedRedirectUri, ...config }, undefined, resume);
  return { ...setup, token, link, receivedRedirectUri, createAgain };
};

test.each([
  ["in the same browser", SECRET],
  ["in another browser, as from the bank's app", undefined],
])("a session goes on %s with its oauth_state_id", async (_, resume) => {
  const { createAgain, goOn, link } = await returnToPage();
  const again = await createAgain(resume);
  expect(again.body.resume_point).toMatchObject({ at: "redirect" });
  expect((await link.bridge("redirect/await", {})).body.error_code).toBe("INVALID_LINK_SESSION");
  const { body } = await goOn(again);
  expect(body.selection).toMatchObject({ accounts: [{ name: "Checking" }] });
});

test("an oauth_state_id works once", async () => {
  const { createAgain, goOn } = await returnToPage();
  const again = await createAgain();
  expect((await createAgain()).body.error_code).toBe("OAUTH_STATE_ID_ALREADY_PROCESSED");
  expect((await goOn(again)).status).toBe(200);
  expect((await createAgain()).body.error_code).toBe("OAUTH_STATE_ID_ALREADY_PROCESSED");
});

test("a page that is loaded again at the same address resumes the session", async () => {
  const { createAgain, goOn } = await returnToPage();
  await createAgain(SECRET);
  const again = await createAgain(SECRET);
  expect(again.body.resume_point).toMatchObject({ at: "redirect" });
  const { selection } = (await goOn(again)).body;
  const secondToken = await createAgain(SECRET);
  expect(secondToken.body.resume_point).toMatchObject({ at: "accounts", selection });
  const { id } = Object(selection).accounts[0];
  const choice = { submission_id: "c".repeat(32), account_ids: [id] };
  await secondToken.bridge("accounts/select", choice);
  expect((await createAgain(SECRET)).body.resume_point).toMatchObject({ at: "connected" });
  expect((await createAgain("t".repeat(32))).body.error_code).toBe(
    "OAUTH_STATE_ID_ALREADY_PROCESSED",
  );
});

test("only one of several frames with an oauth_state_id resumes the session", async () => {
  const { createAgain } = await returnToPage();
  const starts = await Promise.all(["a", "b", "c"].map((letter) => createAgain(letter.repeat(32))));
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
});

test("an unknown oauth_state_id is refused, and the session stays", async () => {
  const { createAgain } = await returnToPage();
  const unknown = await createAgain(SECRET, {
    receivedRedirectUri: `${BACK}?oauth_state_id=00000000-0000-4000-8000-000000000000`,
  });
  expect(unknown.status).toBe(404);
  expect(unknown.body.error_code).toBe("OAUTH_STATE_ID_NOT_FOUND");
  expect((await createAgain()).body.resume_point).toMatchObject({ at: "redirect" });
});

test("an oauth_state_id belongs to its own link_token", async () => {
  const { createAgain, linkToken } = await returnToPage();
  const token = await linkToken({ redirect_uri: BACK });
  const other = await createAgain(undefined, { token });
  expect(other.body.error_code).toBe("INCORRECT_LINK_TOKEN");
  expect((await createAgain()).body.resume_point).toMatchObject({ at: "redirect" });
});

test("the institution's response needs the oauth_state_id", async () => {
  const { app, token, createAgain, goOn } = await returnToPage();
  const same = await app.startLink({ token }, undefined, SECRET);
  expect(same.body.resume_point).toMatchObject({ at: "form" });
  expect((await goOn(same)).body.error_code).toBe("INVALID_LINK_SESSION");
  expect((await createAgain(SECRET)).body.resume_point).toMatchObject({ at: "redirect" });
});

test("a session that has moved on to another institution stays there", async () => {
  const { app, token, institution, createAgain } = await returnToPage();
  const same = await app.startLink({ token }, undefined, SECRET);
  await same.bridge("institution/select", institution);
  expect((await createAgain(SECRET)).body.resume_point).toMatchObject({ at: "form" });
});

test("preparing Link uses no oauth_state_id up", async () => {
  const { app, token, receivedRedirectUri, createAgain } = await returnToPage();
  const config = { token, receivedRedirectUri };
  const body = { config, origin: "http://localhost:9999", resume: "r".repeat(32) };
  expect((await app.post("/bridge/session/prepare", body)).body.at_list).toBe(false);
  expect((await createAgain()).body.resume_point).toMatchObject({ at: "redirect" });
});
