import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";
import { WHOLE } from "./item.fixture.ts";

test("an account of files says how they book, and a developer sets it", async () => {
  const account = {
    ...{ account_id: "account-1", name: "Checking", mask: "1234" },
    ...{ subtype: "checking", holder_category: null },
    file_ids: { rebook: true, rebooked: 3, setting: "learn" },
  };
  const answer = answers({ item: WHOLE, accounts: [account], transactions: null });
  const { user, requests } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answer,
    ...Array(3).fill(answers({ rows: [], next: null })),
    answer,
    answer,
  );
  await screen.findByText(
    /ids change once a payment is booked again \(as its files show; 3 booked again\)/,
  );
  await user.selectOptions(screen.getByRole("combobox", { name: "Ids of Checking" }), "They stay");
  await screen.findByText("The ids of Checking are set.");
  expect(requests[5]).toEqual([
    "/dashboard/api/items/set-ids",
    { item_id: "item-1", account_id: "account-1", setting: "stay" },
  ]);
});
