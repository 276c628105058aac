import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { framesIn } from "../link-frame.fixture.ts";
import {
  answers,
  deferredReply,
  failure,
  openAt,
  operatorAnswer,
  success,
} from "../open-dashboard.fixture.tsx";

const ITEM = {
  item_id: "item-1",
  client_id: "client-1",
  client_name: "Tally",
  client_user_id: null,
  institution_id: "ins_1",
  institution_name: "First Platypus Bank",
  state: "good",
  error_code: null,
  products: ["transactions"],
  created_at: 1_700_000_000_000,
  pulled_at: null,
  consent_expires_at: null,
};
const WHOLE = {
  ...ITEM,
  webhook: null,
  logged_in_at: 1_700_000_000_000,
  removed_at: null,
  transactions_updated_at: null,
  transactions_failed_at: null,
};
const DELIVERY = {
  delivery_id: "delivery-1",
  client_id: "client-1",
  client_name: "Tally",
  item_id: "item-1",
  url: "https://shop.example/hook",
  webhook: "ITEM:ERROR",
  state: "given_up",
  tries: 3,
  status: 500,
  failure: null,
  created_at: 1_700_000_000_000,
};

test("an Item's transactions can be refreshed, and the page says how that went", async () => {
  const { user, requests } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [] }),
    answers({ rows: [DELIVERY], next: null }),
    answers({ item: WHOLE, accounts: [] }),
    answers({ item: WHOLE, accounts: [] }),
  );
  await user.click(await screen.findByRole("button", { name: "Ask for new transactions" }));
  await screen.findByText("The institution is asked now.");
  expect(requests[3]).toEqual(["/dashboard/api/items/refresh", { item_id: "item-1" }]);
  expect(screen.getByRole("link", { name: /ITEM:\s?ERROR/ }).getAttribute("href")).toBe(
    "/dashboard/webhooks/delivery-1",
  );
});

test("an Item's webhooks have one order, since the query of the address is the Item's", async () => {
  await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [] }),
    answers({ rows: [DELIVERY], next: null }),
  );
  const table = within(await screen.findByRole("table"));
  table.getByRole("columnheader", { name: "State" });
  expect(table.queryAllByRole("button")).toEqual([]);
});

test("an Item opens in update mode, and a refusal is explained", async () => {
  const brokenItem = { ...WHOLE, state: "login_required", error_code: "ITEM_LOGIN_REQUIRED" };
  const { user, requests } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: brokenItem, accounts: [] }),
    answers({ rows: [], next: null }),
    failure("ITEM_NOT_FOUND", { display_message: "Its consent has ended." }),
  );
  await user.click(await screen.findByRole("button", { name: "Open update mode" }));
  await screen.findByText(/Its consent has ended/);
  expect(requests[3]).toEqual(["/dashboard/api/items/update", { item_id: "item-1" }]);
  expect(screen.queryByRole("button", { name: "Ask for new transactions" })).toBeNull();
});

test("update mode does not open after its page was left", async () => {
  const link = deferredReply(answers({ link_token: "link-sandbox-1" }));
  const list = deferredReply(answers({ rows: [ITEM], next: null }));
  const { user } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [] }),
    answers({ rows: [], next: null }),
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

test("a webhook that was given up can be sent again", async () => {
  const attempt = { at: 1, ms: 12, status: 500, failure: null, excerpt: "oops" };
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
  await user.click(screen.getByRole("button", { name: "Send it again" }));
  await screen.findByText("It is sent again.");
  await screen.findByText("is tried again");
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
  const older = deferredReply(answers({ item: { ...WHOLE, state: "error" }, accounts: [] }));
  const { user } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [] }),
    answers({ rows: [], next: null }),
    answers({ item: WHOLE, accounts: [] }),
    older.reply,
    answers({ item: WHOLE, accounts: [] }),
    answers({ item: { ...WHOLE, institution_name: "Newest Bank" }, accounts: [] }),
  );
  const refresh = async () =>
    user.click(await screen.findByRole("button", { name: "Ask for new transactions" }));
  await refresh();
  await screen.findByText("The institution is asked now.");
  await refresh();
  await screen.findByText("Newest Bank");
  older.release();
  await new Promise((resolve) => setTimeout(resolve));
  screen.getByText("Newest Bank");
});
