import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
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
