import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  deferredReply,
  failure,
  noAnswer,
  openAt,
  openClient,
  operatorAnswer,
  type Reply,
  settingsShown,
} from "../open-dashboard.fixture.tsx";

/** Opens the settings of a client as the operator. */
const open = async (...replies: Reply[]) => {
  const page = await openAt(
    "/dashboard/settings?client=client-1",
    operatorAnswer(),
    operatorAnswer({ name: "Shop" }),
    ...replies,
  );
  await screen.findByRole("heading", { level: 1, name: "Shop" });
  await settingsShown();
  return page;
};
const card = () => within(screen.getByRole("region", { name: "For the operator" }));
const box = (name: string | RegExp) => card().getByRole<HTMLInputElement>("checkbox", { name });
const save = () => card().getByRole("button", { name: "Save" });

test("a client is named, made a partner, and given products", async () => {
  const { reply, release } = deferredReply(
    operatorAnswer({ name: "Bank", products: ["transactions"], partner: true }),
  );
  const { user, requests } = await open(reply);
  const name = card().getByRole<HTMLInputElement>("textbox", { name: "Name" });
  expect([name.value, name.maxLength]).toEqual(["Shop", 60]);
  expect([box("auth").checked, box(/^A partner/).checked]).toEqual([true, false]);
  await user.clear(name);
  await user.type(name, " Bank ");
  await user.click(box("auth"));
  await user.click(box(/^A partner/));
  await user.click(save());
  expect(card().getByRole("button").textContent).toBe("Saving…");
  release();
  await card().findByText("Saved.");
  expect(requests.at(-1)).toEqual([
    "/dashboard/api/clients/change",
    {
      client_id: "client-1",
      id: "client-1",
      name: "Bank",
      products: ["transactions"],
      partner: true,
      expected: { name: "Shop", products: ["auth", "transactions"], partner: false },
    },
  ]);
  screen.getByRole("heading", { level: 1, name: "Bank" });
});

test("works by keyboard alone: Space ticks a product, and Enter in the name saves", async () => {
  const { user, requests } = await open(operatorAnswer({ name: "Shop", products: ["auth"] }));
  box("transactions").focus();
  await user.keyboard(" ");
  await user.type(card().getByRole("textbox", { name: "Name" }), "{Enter}");
  await card().findByText("Saved.");
  expect(requests.at(-1)?.[1]).toEqual({
    client_id: "client-1",
    id: "client-1",
    products: ["auth"],
    expected: { products: ["auth", "transactions"] },
  });
});

test("a field that was changed elsewhere is refused once, shown, and replaced by a second save", async () => {
  const told = "Nothing was saved: name is “Bank” now. Save again to replace it.";
  const { user, requests } = await open(
    failure("STALE_FIELD", { display_message: told }),
    operatorAnswer({ name: "Bank", partner: true }),
    operatorAnswer({ name: "Market", partner: true }),
  );
  const name = card().getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Market");
  await user.click(save());
  await card().findByText(told);
  await screen.findByRole("heading", { level: 1, name: "Bank" });
  expect([name.value, box(/^A partner/).checked]).toEqual(["Market", true]);
  await user.click(save());
  await card().findByText("Saved.");
  expect(requests.at(-1)?.[1]).toEqual({
    client_id: "client-1",
    id: "client-1",
    name: "Market",
    expected: { name: "Bank" },
  });
});

test("a form without a change sends nothing, and says so", async () => {
  const { user, requests } = await open();
  await user.click(save());
  await card().findByText(/^Nothing was changed/);
  expect(requests).toHaveLength(2);
});

test("refuses a client without products without a request", async () => {
  const { user, requests } = await open();
  await user.click(box("auth"));
  await user.click(box("transactions"));
  await user.click(save());
  await card().findByText("A client may use one product at least.");
  expect(requests).toHaveLength(2);
});

test("a refusal is explained, and the input stays", async () => {
  const { user } = await open(failure("INTERNAL_SERVER_ERROR"), noAnswer);
  const name = card().getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.type(name, " 2");
  await user.click(save());
  await card().findByText(/request_id request-2/);
  await user.click(save());
  await card().findByText(/^The server did not respond, so it is not certain/);
  expect(name.value).toBe("Shop 2");
});

test("a client has no such card", async () => {
  await openClient();
  expect(screen.queryByRole("region", { name: "For the operator" })).toBeNull();
});
