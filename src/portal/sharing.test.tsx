import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { PersonGrant } from "../protocol/connections.ts";
import { connection, failure, openPortal, success } from "./open-portal.fixture.tsx";

const GRANT: PersonGrant = {
  grant_id: "grant-1",
  name: "Actual",
  account_ids: ["account-1"],
  from: null,
  until: null,
  used_at: "2026-01-20T08:00:00.000Z",
  used_from: "192.0.2.1",
};

test("a user makes a grant of the chosen accounts, and sees its token once", async () => {
  const { user, requests } = await openPortal(
    [
      success([connection()], { grants: [] }),
      failure("INVALID_FIELD"),
      success([connection()], { grants: [GRANT], grant_token: "c2VjcmV0" }),
    ],
    { fragment: "address" },
  );
  const card = within(await screen.findByRole("region", { name: "Share with an application" }));
  await user.click(card.getByRole("button", { name: "Share accounts…" }));
  const make = card.getByRole("button", { name: "Make a token" });
  await user.click(make);
  expect(await card.findByText("Type the name of the application.")).toBeTruthy();
  await user.type(card.getByLabelText("Name of the application"), "Actual");
  await user.click(make);
  expect(await card.findByText("Choose at least one account.")).toBeTruthy();
  await user.click(card.getByRole("checkbox", { name: /^Checking/ }));
  await user.click(make);
  expect(await card.findByText(/^The first day must not be after today/)).toBeTruthy();
  await user.click(make);
  expect(await card.findByDisplayValue("c2VjcmV0")).toBeTruthy();
  expect(requests.at(-1)).toEqual([
    "/account/grant/create",
    {
      name: "Actual",
      accounts: [{ connection_id: "item-1", account_id: "account-1" }],
      from: null,
      until: null,
    },
  ]);
  await user.click(card.getByRole("button", { name: "Done" }));
  expect(card.queryByDisplayValue("c2VjcmV0")).toBeNull();
});

test("a grant is shown with its last use, and ended in one press", async () => {
  const { user, requests } = await openPortal(
    [success([connection()], { grants: [GRANT] }), success([connection()], { grants: [] })],
    { fragment: "address" },
  );
  expect(await screen.findByText("Last read Jan 20, 2026, from 192.0.2.1")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "End the access of Actual" }));
  expect(requests.at(-1)).toEqual(["/account/grant/end", { grant_id: "grant-1" }]);
  expect(screen.queryByText("Actual")).toBeNull();
});

test("nothing is offered if the server has no door", async () => {
  await openPortal([success()], { fragment: "address" });
  await screen.findByRole("region", { name: "Your data" });
  expect(screen.queryByRole("region", { name: "Share with an application" })).toBeNull();
});
