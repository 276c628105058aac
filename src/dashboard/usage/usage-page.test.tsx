import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

test("usage is shown by product, and another month is asked for by the address", async () => {
  const row = { client_id: "client-1", product: "auth", items: 2, calls: 1500 };
  const { user, requests } = await openAt(
    "/dashboard/usage",
    success(),
    answers({ month: "2026-11", rows: [row] }),
    answers({ month: "2026-10", rows: [] }),
  );
  within(await screen.findByRole("region", { name: "client-1" })).getByText(
    "1,500 calls · 2 Items",
  );
  const month = screen.getByLabelText<HTMLSelectElement>("Month");
  await user.selectOptions(month, month.options[1]?.value ?? "");
  await screen.findByRole("heading", { name: "Nothing was read in 2026-10" });
  expect(requests.at(-1)?.[1]).toEqual({ month: month.options[1]?.value });
});
