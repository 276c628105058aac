import type { Page } from "@playwright/test";
import { ERRORS } from "../src/protocol/errors/errors.ts";
import type { EventName } from "../src/protocol/vocabulary.ts";
import { callback, fetchCalls, openAccountSite, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

type Event = { name: EventName; metadata: Record<string, unknown> };

const events = async (page: Page): Promise<Event[]> =>
  (await fetchCalls(page)).flatMap(([callbackName, name, metadata]) =>
    callbackName === "onEvent" ? [{ name: name as EventName, metadata: Object(metadata) }] : [],
  );

const INSTITUTION = { institution_id: "ins_109508", institution_name: "First Platypus Bank" };
const WRONG_PASSWORD = {
  error_type: "ITEM_ERROR",
  error_code: "INVALID_CREDENTIALS",
  error_message: ERRORS.INVALID_CREDENTIALS.message,
};

/** The fields of every event. */
const common = (linkSessionId: unknown) => ({
  link_session_id: linkSessionId,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
});

test("every event has the metadata of its kind, and no other", async ({ page, host }) => {
  const config = { product: ["auth", "assets"] };
  const link = await openLink(page, host.url({ config }));
  const search = link.getByTestId("institution-search");
  await search.fill("platypus");
  await expect(link.getByRole("listitem").nth(1)).toBeVisible();
  await expect
    .poll(async () => (await events(page)).map(({ name }) => name))
    .toContain("SEARCH_INSTITUTION");
  await signIn(page, /First Platypus/, "not it");
  await expect(link.getByRole("alert")).not.toBeEmpty();
  await link.getByTestId("credential-password").fill("mfa_questions_1_1");
  await link.getByTestId("submit").click();
  await link.getByTestId("mfa-answer-0").fill("answer_0_0");
  await link.getByTestId("submit").click();
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await openAccountSite(page);
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");
  const eventsToEnd = await events(page);

  await openLink(page, host.url({ config }));
  await signIn(page, /First Platypus/, "not it");
  await expect(link.getByRole("alert")).not.toBeEmpty();
  await link.getByTestId("close").click();
  await link.getByTestId("leave").click();
  const [error, { link_session_id: leftId, ...exitMetadata }] = (
    await callback(page, "onExit")
  ).map(Object);
  expect([error, exitMetadata]).toEqual([
    { ...WRONG_PASSWORD, display_message: ERRORS.INVALID_CREDENTIALS.display },
    {
      request_id: expect.stringMatching(/^[0-9A-Za-z]{15}$/),
      institution: {
        name: INSTITUTION.institution_name,
        institution_id: INSTITUTION.institution_id,
      },
      status: "requires_credentials",
    },
  ]);
  const eventsToExit = await events(page);

  // The events of a sign-in at an institution's site are in oauth.spec.ts.
  const fields: { [E in EventName]?: object } = {
    OPEN: {},
    SEARCH_INSTITUTION: { institution_search_query: "platypus" },
    SELECT_INSTITUTION: INSTITUTION,
    SUBMIT_CREDENTIALS: INSTITUTION,
    SUBMIT_MFA: { ...INSTITUTION, mfa_type: "questions" },
    ERROR: { ...INSTITUTION, ...WRONG_PASSWORD },
    OPEN_MY_SERVICE: INSTITUTION,
    HANDOFF: INSTITUTION,
    EXIT: { ...INSTITUTION, ...WRONG_PASSWORD, exit_status: "requires_credentials" },
    TRANSITION_VIEW: {},
  };
  for (const [session, linkSessionId] of [
    [eventsToEnd, eventsToEnd[0]?.metadata.link_session_id],
    [eventsToExit, leftId],
  ] as const)
    for (const { name, metadata } of session) {
      const { view_name, mfa_type, request_id, ...others } = metadata;
      expect(request_id ?? "fifteen-letters").toMatch(/^[0-9A-Za-z-]{15}$/);
      if (name !== "TRANSITION_VIEW") {
        const { request_id: _, ...ownMetadata } = metadata;
        expect([name, ownMetadata]).toEqual([name, { ...common(linkSessionId), ...fields[name] }]);
      } else {
        expect(mfa_type).toBe(view_name === "MFA" ? "questions" : undefined);
        const institutionFields = "institution_id" in others ? INSTITUTION : {};
        expect(others).toEqual({ ...common(linkSessionId), ...institutionFields });
      }
    }
  const names = new Set([...eventsToEnd, ...eventsToExit].map(({ name }) => name));
  expect(new Set(eventsToEnd.map(({ metadata }) => metadata.view_name))).toEqual(
    new Set([
      undefined,
      "SELECT_INSTITUTION",
      "LOADING",
      "CREDENTIAL",
      "MFA",
      "SELECT_ACCOUNT",
      "CONNECTED",
    ]),
  );
  expect([...names].sort()).toEqual(Object.keys(fields).sort());
});
