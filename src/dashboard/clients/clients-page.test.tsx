import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";

const ROW = {
  client_id: "client-1",
  name: "Shop",
  default_version: "2020-09-14",
  public_key_enabled: true,
  production_access: "requested",
  live_items: 1234,
  created_at: Date.now(),
};
const KEYS = { client_id: "client-2", secret: "new-secret", public_key: "public-2" };

test("the operator sees all clients, each with a link to its settings", async () => {
  const { requests } = await openAt(
    "/dashboard/clients",
    operatorAnswer(),
    answers({ rows: [ROW], next: "1.client-1" }),
  );
  const table = await screen.findByRole("table");
  const link = within(table).getByRole("link", { name: "Shop" });
  expect(link.getAttribute("href")).toBe("/dashboard/settings?client=client-1");
  within(table).getByText("1,234");
  expect(screen.getByRole("link", { name: "Next page" }).getAttribute("href")).toBe(
    "/dashboard/clients?after=1.client-1",
  );
  expect(requests[1]).toEqual(["/dashboard/api/clients", { search: "" }]);
});

test("a search is in the address and is sent to the server", async () => {
  const { user, requests } = await openAt(
    "/dashboard/clients?order=ascending",
    operatorAnswer(),
    answers({ rows: [ROW], next: null }),
    answers({ rows: [], next: null }),
  );
  await user.type(await screen.findByRole("searchbox", { name: "Search" }), "bank{Enter}");
  await screen.findByText("No client fits.");
  expect(location.search).toBe("?order=ascending&search=bank");
  expect(requests.at(-1)).toEqual([
    "/dashboard/api/clients",
    { order: "ascending", search: "bank" },
  ]);
});

test("a new client's keys are shown until the operator has confirmed that they have them", async () => {
  const { user, requests } = await openAt(
    "/dashboard/clients",
    operatorAnswer(),
    answers({ rows: [], next: null }),
    answers({ keys: KEYS }),
    answers({ rows: [ROW], next: null }),
  );
  await user.type(await screen.findByLabelText("Name"), "Bank{Enter}");
  const head = await screen.findByRole("heading", { name: "Save the secret now" });
  expect(document.activeElement).toBe(head);
  screen.getByText("new-secret");
  await screen.findByRole("link", { name: "Shop" });
  expect(requests[2]).toEqual(["/dashboard/api/clients/create", { name: "Bank" }]);
  await user.click(screen.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText("new-secret")).toBeNull();
});

test("the operator's calls are about the client that the address names", async () => {
  const { user, requests } = await openAt(
    "/dashboard/settings?client=client-1",
    operatorAnswer(),
    operatorAnswer({ name: "Shop" }),
    operatorAnswer({ name: "Bank" }),
  );
  await screen.findByRole("heading", { level: 1, name: "Shop" });
  const card = within(await screen.findByRole("region", { name: "For the operator" }));
  await user.clear(card.getByLabelText("Name"));
  await user.type(card.getByLabelText("Name"), "Bank{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Bank" });
  expect(requests[1]).toEqual(["/dashboard/api/me", { client_id: "client-1" }]);
  expect(requests[2]?.[1]).toMatchObject({ client_id: "client-1", name: "Bank" });
});

test("a client has no page of clients, and the Dashboard says so", async () => {
  await openAt("/dashboard/clients", success());
  await screen.findByRole("heading", { name: "There is no such page" });
  expect(screen.queryByRole("link", { name: "Clients" })).toBeNull();
});
