import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardSecret, SecretPlaces } from "../../protocol/dashboard.ts";
import { failure, openClient, success } from "../open-dashboard.fixture.tsx";

const secret = (secret_id: string, changes: Partial<DashboardSecret> = {}): DashboardSecret => ({
  ...{ secret_id, name: "", last_four: secret_id, created_at: Date.now(), used_at: null },
  ends_at: null,
  ...changes,
});
const OLD = secret("a1B2", { name: "Worker", used_at: Date.now(), ends_at: Date.UTC(2030, 0, 2) });
const NEW = secret("zZ99");

const KEYS = { client_id: "client-1", secret: "new-secret", public_key: "public-1" };
const NO_PLACES = { file: null, variable: false } as const;
/** Returns a reply with the client, these secrets, and the call's own fields. */
const answerWith = (secrets: DashboardSecret[], more: object) => async () => {
  const answer = await (await success({ secrets })()).json();
  return new Response(JSON.stringify({ ...answer, ...more }));
};
const rotateAt = (places: SecretPlaces) => answerWith([NEW, OLD], { keys: KEYS, places });
const card = () => within(screen.getByRole("region", { name: "Secrets" }));
/** Opens the page and waits for the card, which is loaded separately. */
const openCard = async (...parts: Parameters<typeof openClient>) => {
  const page = await openClient(...parts);
  await screen.findByRole("region", { name: "Secrets" });
  return page;
};
const rows = () =>
  card()
    .getAllByRole("row")
    .map((row) =>
      within(row)
        .queryAllByRole("cell")
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    );

test("lists the secrets that work with their last characters, times and ends", async () => {
  await openCard({ secrets: [NEW, OLD, secret("none", { last_four: "" })] });
  expect(rows().slice(1)).toEqual([
    ["…zZ99", "just now", "never", "no end"],
    ["Worker…a1B2", "just now", "just now", expect.stringMatching(/^2030-01-0\d \d\d:\d\d$/)],
    ["last characters not kept", "just now", "never", "no end"],
  ]);
});

test("shows a rotated secret once, with its name", async () => {
  const { user, requests } = await openCard({ secrets: [OLD] }, rotateAt(NO_PLACES));
  await user.type(card().getByLabelText(/^Name of a new secret/), "Web");
  await user.click(card().getByRole("button", { name: "Rotate the secret" }));
  await card().findByText("new-secret");
  card().getByText("The new secret works, and the others until their ends.");
  expect(requests[1]).toEqual(["/dashboard/api/secret/rotate", { overlap_hours: 24, name: "Web" }]);
  expect(rows()).toHaveLength(3);
  await user.click(card().getByRole("button", { name: "I have it" }));
  expect(screen.queryByText("new-secret")).toBeNull();
});

test("adds a secret to others that have no end", async () => {
  const { user, requests } = await openCard({ secrets: [NEW] }, rotateAt(NO_PLACES));
  await user.selectOptions(card().getByLabelText("The others work"), "without an end");
  await user.click(card().getByRole("button", { name: "Add a secret" }));
  await card().findByText("new-secret");
  card().getByText("The new secret works, and so do the others.");
  expect(requests[1]).toEqual(["/dashboard/api/secret/rotate", { overlap_hours: null, name: "" }]);
});

test("ends a secret after confirmation, and keeps it otherwise", async () => {
  const places = { file: "stale", variable: true };
  const { user, requests } = await openCard({ secrets: [NEW, OLD] }, answerWith([NEW], { places }));
  const end = () => user.click(card().getByRole("button", { name: "End the secret Worker now" }));
  await end();
  expect(document.activeElement?.textContent).toBe("Keep it");
  await user.click(card().getByRole("button", { name: "Keep it" }));
  expect(requests).toHaveLength(1);
  await end();
  await user.click(card().getByRole("button", { name: "Yes, end it now" }));
  await card().findByText("The secret is refused from now on.");
  expect(requests[1]).toEqual([
    "/dashboard/api/secret/end",
    { secret_id: "a1B2", even_last: false },
  ]);
  expect(rows()).toHaveLength(2);
  const words = screen.getByRole("region", { name: "Secrets" }).textContent;
  expect(words).toContain("keys.json in the server’s data folder has this secret");
  expect(words).toContain("which is this secret: set it to another one");
});

test("warns before the last secret that works is ended", async () => {
  const end = answerWith([], { places: NO_PLACES });
  const { user, requests } = await openCard({ secrets: [NEW] }, end);
  await user.click(card().getByRole("button", { name: "End the secret …zZ99 now" }));
  card().getByText(/It is the last secret that works/);
  await user.click(card().getByRole("button", { name: "Yes, end the last one" }));
  await card().findByText(/^No secret works/);
  expect(requests[1]?.[1]).toEqual({ secret_id: "zZ99", even_last: true });
});

test("names a secret", async () => {
  const answer = answerWith([{ ...NEW, name: "Web" }], {});
  const { user, requests } = await openCard({ secrets: [NEW] }, answer);
  await user.click(card().getByRole("button", { name: "Name the secret …zZ99" }));
  await user.type(card().getByLabelText("Name of the secret"), " Web{Enter}");
  await card().findByText("The secret is named.");
  expect(requests[1]).toEqual(["/dashboard/api/secret/name", { secret_id: "zZ99", name: "Web" }]);
  expect(rows()[1]?.[0]).toBe("Web…zZ99");
});

test.each([
  [{ file: "renewed", variable: false }, "has the new secret", "SERVICE_LINK_SECRET"],
  [{ file: "stale", variable: true }, "still has the old secret", "has the new secret"],
  [{ file: null, variable: true }, "The server was started with SERVICE_LINK_SECRET", "keys.json"],
] as const)("the card says what to do about a secret in %j", async (places, text, otherText) => {
  const { user } = await openCard({}, rotateAt(places));
  await user.click(card().getByRole("button", { name: "Rotate the secret" }));
  await card().findByText("new-secret");
  const words = screen.getByRole("region", { name: "Secrets" }).textContent;
  expect(words).toContain(text);
  expect(words).not.toContain(otherText);
});

test("shows no secret if the server refuses a rotation", async () => {
  const { user } = await openCard({}, failure("INTERNAL_SERVER_ERROR"));
  await user.selectOptions(card().getByLabelText("The others work"), "0");
  await user.click(card().getByRole("button", { name: "Rotate the secret" }));
  await card().findByText(/request_id request-2/);
  expect(screen.queryByRole("heading", { name: "Copy the secret now" })).toBeNull();
});

test("switches the public key off, and changes how users choose accounts", async () => {
  const { user, requests } = await openCard(
    {},
    success({ public_key_enabled: false }),
    success({ account_selection: "one" }),
  );
  const link = within(screen.getByRole("region", { name: "Link" }));
  await user.click(link.getByRole("checkbox"));
  await link.findByText("Link opens with a link token only.");
  await user.selectOptions(link.getByRole("combobox"), "one");
  await link.findByText("Saved.");
  expect(requests.slice(1)).toEqual([
    ["/dashboard/api/public-key", { enabled: false }],
    ["/dashboard/api/account-selection", { selection: "one" }],
  ]);
});
