import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  deferredReply,
  failure,
  noAnswer,
  openClient,
  openDashboard,
  settingsShown,
  success,
} from "../open-dashboard.fixture.tsx";

const SHOP = "https://shop.example";
const OTHER = "https://other.example";
const IN_SANDBOX = /In the sandbox, so may any page that this machine serves by http\.$/;

test("the origins are listed, each with a button that names it", async () => {
  await openClient({ allowed_origins: [SHOP, OTHER] });
  expect(origins()).toEqual([SHOP, OTHER]);
  for (const origin of [SHOP, OTHER]) card().getByRole("button", { name: `Remove ${origin}` });
  card().getByText(IN_SANDBOX);
});

test("outside the sandbox the card does not mention pages of localhost", async () => {
  const { ready } = await openDashboard(success({ allowed_origins: [] }, "production"));
  await ready;
  await settingsShown();
  card().getByText("Pages of these origins may show Link.");
  card().getByText("No origin is registered yet.");
});

test("Enter adds an origin, says so and empties the field", async () => {
  const { reply, release } = deferredReply(success({ allowed_origins: [SHOP, OTHER] }));
  const { user, requests } = await openClient({}, reply);
  await user.type(field(), ` ${OTHER} {Enter}`);
  expect(card().getByRole("button", { name: "Adding…" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  release();
  await card().findByText(`Pages of ${OTHER} may show Link now.`);
  expect(origins()).toEqual([SHOP, OTHER]);
  await expect.poll(() => field().value).toBe("");
  expect(requests[1]).toEqual(["/dashboard/api/origin/allow", { origin: OTHER }]);
});

test("text typed while an origin is added stays", async () => {
  const { reply, release } = deferredReply(success({ allowed_origins: [SHOP, OTHER] }));
  const { user } = await openClient({}, reply);
  await user.type(field(), `${OTHER}{Enter}`);
  await user.clear(field());
  await user.type(field(), "https://third");
  release();
  await card().findByText(`Pages of ${OTHER} may show Link now.`);
  await user.type(field(), "!");
  expect(field().value).toBe("https://third!");
});

test.each([
  ["nothing", "{Enter}", "Write an origin, like https://shop.example."],
  ["an origin twice", `${SHOP}{Enter}`, `${SHOP} is allowed already.`],
])("refuses to add %s without a request", async (_, input, text) => {
  const { user, requests } = await openClient();
  await user.type(field(), input);
  card().getByRole("textbox", { name: "Add an origin", description: text });
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field());
  expect(requests).toHaveLength(1);
});

test("an origin that the server refuses stays in the field, with the reason", async () => {
  const { user } = await openClient({}, failure("INVALID_FIELD", { display_message: "No path." }));
  await user.type(field(), "https://a.example/b");
  await user.click(card().getByRole("button", { name: "Add" }));
  await card().findByRole("textbox", { name: "Add an origin", description: "No path." });
  expect(field().value).toBe("https://a.example/b");
  expect(document.activeElement).toBe(field());
});

test("a rate limit on changes is not reported as a wrong guess", async () => {
  const { user } = await openClient({}, failure("RATE_LIMIT", {}, { "retry-after": "12" }));
  await user.type(field(), "https://a.example{Enter}");
  await card().findByText("Too many requests. Try again in 12 seconds.");
});

test("an origin is removed, and restored by the button that then has the focus", async () => {
  const { reply, release } = deferredReply(success({ allowed_origins: [] }));
  const { user, requests } = await openClient({}, reply, success());
  await user.click(card().getByRole("button", { name: `Remove ${SHOP}` }));
  expect(card().getByRole("button", { name: `Remove ${SHOP}` }).textContent).toBe("Removing…");
  release();
  await card().findByText(`Pages of ${SHOP} may no longer show Link.`);
  card().getByText("No origin is registered yet.");
  expect(document.activeElement).toBe(card().getByRole("button", { name: "Put it back" }));
  await user.keyboard("{Enter}");
  await card().findByText(`Pages of ${SHOP} may show Link now.`);
  expect(origins()).toEqual([SHOP]);
  expect(document.activeElement).toBe(field());
  expect(requests.slice(1)).toEqual([
    ["/dashboard/api/origin/disallow", { origin: SHOP }],
    ["/dashboard/api/origin/allow", { origin: SHOP }],
  ]);
});

test("a removal without a response is reported under the list, which stays as it was", async () => {
  const { user } = await openClient({}, noAnswer);
  await user.click(card().getByRole("button", { name: `Remove ${SHOP}` }));
  await card().findByText(/^The server did not respond, so it is not certain that this was done/);
  expect(origins()).toEqual([SHOP]);
  expect(field().getAttribute("aria-invalid")).toBe("false");
});

const card = () => within(screen.getByRole("region", { name: "Allowed origins" }));
const field = () => card().getByLabelText<HTMLInputElement>("Add an origin");
const origins = () =>
  card()
    .queryAllByRole("listitem")
    .map((item) => item.querySelector("span")?.textContent);
