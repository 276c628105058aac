import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openClient, success } from "../open-dashboard.fixture.tsx";

test("switches the public key off, and changes how users choose accounts", async () => {
  const { user, requests } = await openClient(
    {},
    answers({ rows: [{ started_at: Date.now() }], next: null }),
    success({ public_key_enabled: false }),
    success({ account_selection: "one" }),
  );
  const link = within(screen.getByRole("region", { name: "Link" }));
  await user.click(link.getByRole("checkbox"));
  expect(requests.at(-1)?.[0]).toBe("/dashboard/api/sessions");
  await screen.findByText(/Link was last opened for this client/);
  await user.click(screen.getByRole("button", { name: "Switch it off" }));
  await link.findByText("Link opens with a link token only.");
  await user.selectOptions(link.getByRole("combobox"), "one");
  await link.findByText("Saved.");
  expect(requests.slice(2)).toEqual([
    ["/dashboard/api/public-key", { enabled: false }],
    ["/dashboard/api/account-selection", { selection: "one" }],
  ]);
});
