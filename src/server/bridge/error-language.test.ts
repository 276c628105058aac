import { expect, test } from "vitest";
import { ERROR_WORDS } from "../../i18n/errors.ts";
import { ERRORS } from "../../protocol/errors/errors.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const FRENCH = { "accept-language": "fr" };

test("errors of the bridge are in the language of Link", async () => {
  const { post } = await testApp();
  const search = async (headers: Record<string, string>) =>
    (await post("/bridge/institutions/search", { query: "" }, headers)).body.display_message;
  expect(await search(FRENCH)).toBe(ERROR_WORDS.fr?.INVALID_LINK_SESSION);
  expect(await search({ "accept-language": "en" })).toBe(ERRORS.INVALID_LINK_SESSION.display);
  expect(await search({})).toBe(ERRORS.INVALID_LINK_SESSION.display);
});

test("errors of the API are in English for callers of any language", async () => {
  const { post, call, link, keys } = await testApp();
  const { access_token } = await link("ins_109508", ["transactions"]);
  await call("/sandbox/item/reset_login", { access_token });
  const { client_id, secret } = keys;
  const body = { client_id, secret, access_token };
  const { body: refusal } = await post("/transactions/refresh", body, FRENCH);
  expect(refusal).toMatchObject({
    error_code: "ITEM_LOGIN_REQUIRED",
    display_message: ERRORS.ITEM_LOGIN_REQUIRED.display,
  });
});
