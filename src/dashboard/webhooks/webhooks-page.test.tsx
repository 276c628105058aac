import { screen } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

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

test("a webhook shows its client's name", async () => {
  const delivery = answers({ delivery: DELIVERY, body: "{}", attempts: [] });
  await openAt("/dashboard/webhooks/delivery-1", success(), delivery);
  const name = await screen.findByText("Client");
  expect(name.nextElementSibling?.textContent).toBe("Tallyclient-1");
});

test("an event of the last 30 days narrows the list, which is then by time alone", async () => {
  const places = ["ITEM:ERROR", "AUTH:DEFAULT_UPDATE"].map((webhook) => ({
    ...{ address: "https://shop.example/hook", webhook, attempts: 2, delivered: 1 },
    next_try_at: null,
  }));
  const list = answers({ rows: [DELIVERY], next: null });
  const { user, requests } = await openAt(
    "/dashboard/webhooks",
    success(),
    answers({ points: [], places }),
    list,
    list,
  );
  const choice = await screen.findByLabelText<HTMLSelectElement>("Event");
  await vi.waitFor(() =>
    expect([...choice.options].map(({ text }) => text)).toEqual([
      ...["All", "AUTH:DEFAULT_UPDATE", "ITEM:ERROR"],
    ]),
  );
  expect(screen.queryAllByRole("button", { name: /Created/ })).toHaveLength(1);
  await user.selectOptions(choice, "ITEM:ERROR");
  await vi.waitFor(() =>
    expect(requests.at(-1)).toEqual(["/dashboard/api/webhooks", { event: "ITEM:ERROR" }]),
  );
  expect(screen.queryAllByRole("button", { name: /Created/ })).toHaveLength(0);
});
