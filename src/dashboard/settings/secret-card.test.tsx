import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { SecretPlaces } from "../../protocol/dashboard.ts";
import { failure, openClient, success } from "../open-dashboard.fixture.tsx";

const KEYS = { client_id: "client-1", secret: "new-secret", public_key: "public-1" };
const rotateAt = (places: SecretPlaces) => async () => {
  const answer = await (await success({ old_secret_until: Date.now() + 86_400_000 })()).json();
  return new Response(JSON.stringify({ ...answer, keys: KEYS, places }));
};
const rotateSecret = rotateAt({ file: null, variable: false });
const card = () => within(screen.getByRole("region", { name: "Secret" }));

test("a rotated secret is shown once, and the old one can be refused before its time", async () => {
  const { user, requests } = await openClient({}, rotateSecret, success());
  await user.click(card().getByRole("button", { name: "Rotate the secret" }));
  await card().findByText("new-secret");
  card().getByText("Both secrets work for now.");
  expect(requests[1]).toEqual(["/dashboard/api/secret/rotate", { overlap_hours: 24 }]);
  await user.click(card().getByRole("button", { name: "I have it" }));
  expect(screen.queryByText("new-secret")).toBeNull();
  await user.click(card().getByRole("button", { name: "Refuse it from now on" }));
  await card().findByText("Only the new secret works now.");
  expect(card().queryByText(/^The old secret works until/)).toBeNull();
  expect(requests[2]).toEqual(["/dashboard/api/secret/end-old", {}]);
});

test.each([
  [{ file: "renewed", variable: false }, "has the new secret", "SERVICE_LINK_SECRET"],
  [{ file: "stale", variable: true }, "still has the old secret", "has the new secret"],
  [{ file: null, variable: true }, "The server was started with SERVICE_LINK_SECRET", "keys.json"],
] as const)("of a secret in %j the card says what to do", async (places, text, otherText) => {
  const { user } = await openClient({}, rotateAt(places));
  await user.click(card().getByRole("button", { name: "Rotate the secret" }));
  await card().findByText("new-secret");
  const words = screen.getByRole("region", { name: "Secret" }).textContent;
  expect(words).toContain(text);
  expect(words).not.toContain(otherText);
});

test("a rotation that the server refuses shows no secret", async () => {
  const { user } = await openClient({}, failure("INTERNAL_SERVER_ERROR"));
  await user.selectOptions(card().getByLabelText("The old secret works"), "0");
  await user.click(card().getByRole("button", { name: "Rotate the secret" }));
  await card().findByText(/request_id request-2/);
  expect(screen.queryByRole("heading", { name: "Copy the secret now" })).toBeNull();
});

test("the public key is switched off, and how users choose is changed", async () => {
  const { user, requests } = await openClient(
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
