import { screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WHOLE } from "../items/item.fixture.ts";
import {
  answers,
  openAt,
  operatorAnswer,
  type Reply,
  success,
} from "../open-dashboard.fixture.tsx";
import { recentOptions } from "./recent.ts";

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

// The files of the reference and the guides' index are on no server here.
beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
});

const ROWS = answers({ rows: [], next: null });
const ITEM = { kind: "item", id: "item-1", name: "Bank of Trees", client_id: "client-2" };

/** Opens the list of Items, and the search by Ctrl+K. */
const openSearch = async (first: Reply, address: string, ...replies: Reply[]) => {
  const page = await openAt(address, first, ROWS, ...replies);
  await screen.findByRole("heading", { name: "No Item here" });
  await page.user.keyboard("{Control>}k{/Control}");
  const dialog = within(await screen.findByRole("dialog", { name: "Search" }));
  return { ...page, dialog, field: dialog.getByRole("combobox") };
};

const namesIn = (dialog: { getAllByRole(role: string): HTMLElement[] }) =>
  dialog.getAllByRole("option").map(({ textContent }) => textContent);

test("Ctrl+K lists the pages, and a name of one narrows them without a call", async () => {
  const { user, dialog, field } = await openSearch(success(), "/dashboard/items");
  expect(namesIn(dialog)).toContain("Overview" + "Page");
  expect(namesIn(dialog)).not.toContain("Clients" + "Page");
  await user.type(field, "usage");
  expect(namesIn(dialog)).toEqual(["UsagePage"]);
  await user.keyboard("{Enter}");
  expect(location.pathname).toBe("/dashboard/usage");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an id is looked up by the server after a pause, once, and Enter opens its page", async () => {
  const found = answers({ found: [ITEM] });
  const { user, dialog, field, requests } = await openSearch(success(), "/dashboard/items", found);
  await user.type(field, "item-1");
  const option = await dialog.findByRole("option", { name: /Bank of Trees/ });
  expect(requests.filter(([path]) => path === "/dashboard/api/search")).toEqual([
    ["/dashboard/api/search", { text: "item-1" }],
  ]);
  expect(field.getAttribute("aria-activedescendant")).toBe(option.id);
  await user.keyboard("{Enter}");
  expect(location.pathname + location.search).toBe("/dashboard/items/item-1");
});

test("a row that was opened from its list is the first of the recent ones", async () => {
  const { user } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [], transactions: null }),
    ROWS,
    ROWS,
    ROWS,
    success(),
  );
  await screen.findByRole("heading", { name: "Accounts" });
  await user.keyboard("{Control>}k{/Control}");
  const dialog = within(await screen.findByRole("dialog", { name: "Search" }));
  expect(namesIn(dialog)[0]).toBe(`${WHOLE.institution_name}item-1Recent · Item`);
  await user.keyboard("{Enter}");
  expect(location.pathname).toBe("/dashboard/items/item-1");
  expect(recentOptions()).toHaveLength(1);
  // The next person at this browser cannot read these rows.
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(recentOptions()).toEqual([]);
});

test("arrows go round the results, and the chosen one is announced", async () => {
  const { user, dialog, field } = await openSearch(success(), "/dashboard/items");
  const options = dialog.getAllByRole("option");
  await user.type(field, "{ArrowUp}");
  expect(field.getAttribute("aria-activedescendant")).toBe(options.at(-1)?.id);
  await user.type(field, "{ArrowDown}{ArrowDown}");
  expect(field.getAttribute("aria-activedescendant")).toBe(options[1]?.id);
  expect(options.map((option) => option.getAttribute("aria-selected")).indexOf("true")).toBe(1);
});

test("the operator's result of another client than the one in view leads to that client", async () => {
  const found = answers({ found: [ITEM, { ...ITEM, kind: "user", id: "usr_1" }] });
  const { user, dialog, field } = await openSearch(
    operatorAnswer({}),
    "/dashboard/items?client=client-1",
    found,
    ROWS,
  );
  await user.type(field, "item-1");
  await user.click(await dialog.findByRole("option", { name: /usr_1/ }));
  await waitFor(() => expect(location.search).toBe("?client=client-2&user=usr_1"));
});

test("a text that nothing has is said to be in vain", async () => {
  const { user, dialog, field } = await openSearch(
    success(),
    "/dashboard/items",
    answers({ found: [] }),
  );
  await user.type(field, "nothing");
  await dialog.findByText("Nothing is like this.");
  expect(field.getAttribute("aria-expanded")).toBe("false");
});

test("actions are found by the beginnings of their words, and the last results are on top of the next search", async () => {
  const { user, dialog, field } = await openSearch(
    success(),
    "/dashboard/items",
    answers({ found: [], rows: [], next: null }),
  );
  await user.type(field, "show ite");
  await user.click(await dialog.findByRole("option", { name: /^Show Items/ }));
  expect(location.pathname + location.search).toBe("/dashboard/items?state=error");
  await user.keyboard("{Control>}k{/Control}");
  const next = within(await screen.findByRole("dialog", { name: "Search" }));
  expect(namesIn(next)[0]).toBe("Show Items that need their userRecent · Action");
});

test("paths and error codes lead to the reference", async () => {
  const files: Record<string, string> = {
    "/openapi.json": JSON.stringify({ paths: { "/auth/get": {}, "/item/get": {} } }),
    "/docs/errors.md": "## ITEM_ERROR\n\n| `ITEM_LOCKED` | 400 | a | b | |\n",
  };
  vi.stubGlobal("fetch", async (path: string) => new Response(files[path]));
  const none = answers({ found: [] });
  const { user, dialog, field } = await openSearch(success(), "/dashboard/items", none, none);
  await user.type(field, "/auth");
  await dialog.findByRole("option", { name: /^.auth.get ?Reference$/ });
  expect(dialog.queryByRole("option", { name: /item/ })).toBeNull();
  await user.clear(field);
  await user.type(field, "LOCKED");
  await dialog.findByRole("option", { name: /^ITEM_LOCKED ?Error code$/ });
});

test("sections of guides are found by their words, after the pages of the Dashboard", async () => {
  const index = {
    pages: [
      ["/docs", "API reference"],
      ["/docs/webhooks", "Webhooks"],
    ],
    sections: [
      [0, "webhook_get", "/webhook/get"],
      [1, "verify", "Verify a webhook"],
    ],
    words: { webhook: [0, 1], verify: [1] },
  };
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/docs/search.json" ? new Response(JSON.stringify(index)) : new Response("{}"),
  );
  const none = answers({ found: [] });
  const { user, dialog, field } = await openSearch(success(), "/dashboard/items", none, none);
  await user.type(field, "webhook");
  await dialog.findByRole("option", { name: /^Verify a webhook/ });
  const names = namesIn(dialog);
  expect(names).toContain("WebhooksPage");
  expect(names.at(-1)).toBe("Verify a webhookWebhooksGuide");
  expect(names.join()).not.toContain("/webhook/get");
});

test("a question mark shows the keys, unless it is typed into a field", async () => {
  const { user } = await openAt("/dashboard/items", success(), ROWS);
  await screen.findByRole("heading", { name: "No Item here" });
  await user.keyboard("?");
  const keys = within(await screen.findByRole("dialog", { name: "Keys" }));
  keys.getByText("j, k");
  await user.click(keys.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
