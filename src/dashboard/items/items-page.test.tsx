import { screen, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { framesIn } from "../link-frame.fixture.ts";
import {
  answers,
  deferredReply,
  failure,
  hasItemsAt,
  openAt,
  operatorAnswer,
  success,
} from "../open-dashboard.fixture.tsx";
import { ITEM, WHOLE } from "./item.fixture.ts";

const DELIVERY = {
  delivery_id: "delivery-1",
  client_id: "client-1",
  client_name: "Tally",
  item_id: "item-1",
  url: "https://shop.example/hook",
  webhook: "ITEM:ERROR",
  state: "given_up",
  tries: 3,
  next_try_at: null,
  status: 500,
  failure: null,
  created_at: 1_700_000_000_000,
};

/** The Item's requests and its sessions. */
const NONE = answers({ rows: [], next: null });

test("an Item's transactions can be refreshed, and the page says how that went", async () => {
  const { user, requests } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({ rows: [DELIVERY], next: null }),
    NONE,
    NONE,
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({ item: WHOLE, accounts: [], transactions: null }),
  );
  await user.click(await screen.findByRole("button", { name: "Ask for new transactions" }));
  await screen.findByText("The institution is asked now.");
  expect(requests[5]).toEqual(["/dashboard/api/items/refresh", { item_id: "item-1" }]);
  expect(screen.getByRole("link", { name: /ITEM:\s?ERROR/ }).getAttribute("href")).toBe(
    "/dashboard/webhooks/delivery-1",
  );
});

test("an Item's newest transactions have a category and a counterparty in words", async () => {
  const transaction = {
    transaction_id: "transaction-1",
    date: "2026-01-15",
    name: "Moonbean Coffee",
    counterparty: { name: "PayPal", type: "payment_app" },
    category: {
      primary: "FOOD_AND_DRINK",
      detailed: "FOOD_AND_DRINK_COFFEE",
      confidence_level: "LOW",
    },
    amount: 1204.1,
    currency: "USD",
    pending: true,
  };
  const sure = {
    ...{ ...transaction, transaction_id: "sure" },
    category: { ...transaction.category, confidence_level: "VERY_HIGH" },
  };
  const plain = { ...transaction, counterparty: null, category: null, pending: false };
  await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({
      item: WHOLE,
      accounts: [],
      transactions: {
        newest: [transaction, { ...plain, transaction_id: "older" }, sure],
        total: 300,
      },
    }),
    answers({ rows: [], next: null }),
    NONE,
    NONE,
  );
  await screen.findByText(/^The newest 3 of 300\./);
  const [, first, second, third] = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(first).toBe(
    "Moonbean Coffeepending · PayPal, payment app" +
      "Food and drink · Coffeeconfidence: low1,204.10 USD2026-01-15",
  );
  expect(second).toBe("Moonbean Coffee—1,204.10 USD2026-01-15");
  expect(third).toMatch(/· Coffee1,204/);
});

test("an Item's webhooks have one order, since the query of the address is the Item's", async () => {
  await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({ rows: [DELIVERY], next: null }),
    NONE,
    NONE,
  );
  const table = within(await screen.findByRole("table"));
  table.getByRole("columnheader", { name: "State" });
  expect(table.queryAllByRole("button", { name: /^(?!Copy)/ })).toEqual([]);
});

test("an Item opens in update mode, and a refusal is explained", async () => {
  const brokenItem = { ...WHOLE, state: "login_required", error_code: "ITEM_LOGIN_REQUIRED" };
  const { user, requests } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: brokenItem, accounts: [], transactions: null }),
    answers({ rows: [], next: null }),
    NONE,
    NONE,
    failure("ITEM_NOT_FOUND", { display_message: "Its consent has ended." }),
  );
  await user.click(await screen.findByRole("button", { name: "Open update mode" }));
  await screen.findByText(/Its consent has ended/);
  expect(requests[5]).toEqual(["/dashboard/api/items/update", { item_id: "item-1" }]);
  expect(screen.queryByRole("button", { name: "Ask for new transactions" })).toBeNull();
});

test("update mode does not open after its page was left", async () => {
  const link = deferredReply(answers({ link_token: "link-sandbox-1" }));
  const list = deferredReply(answers({ rows: [ITEM], next: null }));
  const { user } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({ rows: [], next: null }),
    NONE,
    NONE,
    link.reply,
    list.reply,
  );
  await user.click(await screen.findByRole("button", { name: "Open update mode" }));
  await user.click(screen.getByRole("link", { name: "← All Items" }));
  link.release();
  // The response to a later request comes later.
  list.release();
  await screen.findByRole("table");
  expect(framesIn(document)).toEqual([]);
});

test("an empty list explains what an Item is", async () => {
  await openAt("/dashboard/items", success(), answers({ rows: [], next: null }));
  await screen.findByRole("heading", { name: "No Item here" });
});

test("the institutions that Items are at are a choice, which narrows the list", async () => {
  hasItemsAt({ id: "ins_1", name: "First Platypus Bank" }, { id: "ins_2", name: "Tartan Bank" });
  const { user, requests } = await openAt(
    "/dashboard/items?search=ins_9",
    success(),
    answers({ rows: [], next: null }),
    answers({ rows: [], next: null }),
  );
  const choice = await screen.findByLabelText<HTMLSelectElement>("Institution");
  await vi.waitFor(() =>
    expect([...choice.options].map(({ text }) => text)).toEqual([
      ...["All", "ins_9", "First Platypus Bank", "Tartan Bank"],
    ]),
  );
  expect(choice.value).toBe("ins_9");
  await user.selectOptions(choice, "Tartan Bank");
  await vi.waitFor(() =>
    expect(requests.at(-1)).toEqual([
      "/dashboard/api/items",
      { state: undefined, institution_id: "ins_2" },
    ]),
  );
});

test("a webhook that was given up can be sent again", async () => {
  const attempt = {
    at: 1,
    ms: 12,
    status: 500,
    failure: null,
    excerpt: "oops",
    headers: { "x-id": "1" },
  };
  const details = { delivery: DELIVERY, body: "{}", attempts: [attempt] };
  const { user, requests } = await openAt(
    "/dashboard/webhooks/delivery-1",
    success(),
    answers(details),
    answers(details),
    answers({ ...details, delivery: { ...DELIVERY, state: "waiting" } }),
  );
  const attempts = within(await screen.findByRole("region", { name: "Attempts" }));
  attempts.getByText("oops");
  screen.getByRole("heading", { level: 1, name: /^ITEM:\s?ERROR$/ });
  expect(document.title).toMatch(`${DELIVERY.webhook} · `);
  await user.click(screen.getByRole("button", { name: "Send it again" }));
  await screen.findByText("It is sent again.");
  await screen.findByText("Retrying");
  expect(requests[2]).toEqual(["/dashboard/api/webhooks/replay", { delivery_id: "delivery-1" }]);
});

test("the operator's list has the Items of all clients", async () => {
  const { user, requests } = await openAt(
    "/dashboard/items?client=client-1",
    operatorAnswer(),
    operatorAnswer({ name: "Tally" }),
    answers({ rows: [ITEM], next: null }),
    answers({
      rows: [{ ...ITEM, item_id: "item-2", institution_name: "Tartan Bank" }],
      next: null,
    }),
  );
  await screen.findByText("First Platypus Bank");
  await user.click(await screen.findByRole("link", { name: "Show all" }));
  await screen.findByText("Tartan Bank");
  expect(screen.queryByText("First Platypus Bank")).toBeNull();
  expect(requests.slice(2)).toEqual([
    ["/dashboard/api/items", { client_id: "client-1" }],
    ["/dashboard/api/items", {}],
  ]);
});

test("a stale response does not replace a newer one", async () => {
  const older = deferredReply(
    answers({ item: { ...WHOLE, state: "error" }, accounts: [], transactions: null }),
  );
  const { user } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({ rows: [], next: null }),
    NONE,
    NONE,
    answers({ item: WHOLE, accounts: [], transactions: null }),
    older.reply,
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({
      item: { ...WHOLE, institution_name: "Newest Bank" },
      accounts: [],
      transactions: null,
    }),
  );
  const refresh = async () =>
    user.click(await screen.findByRole("button", { name: "Ask for new transactions" }));
  await refresh();
  await screen.findByText("The institution is asked now.");
  await refresh();
  await screen.findByRole("link", { name: "Newest Bank" });
  older.release();
  await new Promise((resolve) => setTimeout(resolve));
  screen.getByRole("link", { name: "Newest Bank" });
});

test("the way back from an Item leads to its row in the list as it was left", async () => {
  const OTHER = { ...ITEM, item_id: "item-2" };
  const list = answers({ rows: [OTHER, ITEM], next: null });
  const { user } = await openAt(
    "/dashboard/items?state=good&after=5.item-9",
    success(),
    list,
    answers({ item: WHOLE, accounts: [], transactions: null }),
    answers({ rows: [], next: null }),
    NONE,
    NONE,
    list,
  );
  const links = () => screen.findAllByRole("link", { name: "First Platypus Bank" });
  const [, second] = await links();
  await user.click(second ?? document.body);
  await user.click(await screen.findByRole("link", { name: "← All Items" }));
  const [, again] = await links();
  expect(location.search).toBe("?state=good&after=5.item-9");
  expect(document.activeElement).toBe(again);
});

test("j and k go from row to row, and leave a field alone", async () => {
  const rows = [ITEM, { ...ITEM, item_id: "item-2" }];
  const { user } = await openAt("/dashboard/items", success(), answers({ rows, next: null }));
  const [first, second] = await screen.findAllByRole("link", { name: "First Platypus Bank" });
  await user.keyboard("j");
  expect(document.activeElement).toBe(first);
  await user.keyboard("j");
  expect(document.activeElement).toBe(second);
  await user.keyboard("k");
  expect(document.activeElement).toBe(first);
  const field = await screen.findByRole<HTMLInputElement>("searchbox");
  await user.type(field, "jk");
  expect([document.activeElement, field.value]).toEqual([field, "jk"]);
});
