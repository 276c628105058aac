import { screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import { answers, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";

const EMPTY = answers({ rows: [], next: null });
const KEY = "service-link views items";

beforeEach(() => localStorage.clear());

test("a view is saved under a name, opened for the client in view, and removed", async () => {
  const { user, requests } = await openAt(
    "/dashboard/items?client=client-1&state=error&after=5.item-1",
    operatorAnswer({}),
    EMPTY,
    EMPTY,
    EMPTY,
  );
  await user.click(await screen.findByRole("button", { name: "Save this view" }));
  await user.keyboard("Broken{Enter}");
  const link = await screen.findByRole("link", { name: "Broken" });
  expect(link.getAttribute("href")).toBe("/dashboard/items?client=client-1&state=error");
  expect(link.getAttribute("aria-current")).toBe("true");
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual([
    { name: "Broken", query: "state=error" },
  ]);
  await user.selectOptions(screen.getByLabelText("State"), "Live");
  await waitFor(() => expect(link.getAttribute("aria-current")).toBeNull());
  await user.click(link);
  await waitFor(() => expect(requests.at(-1)?.[1]).toMatchObject({ state: "error" }));
  await user.click(screen.getByRole("button", { name: "Remove the view Broken" }));
  expect(screen.queryByRole("link", { name: "Broken" })).toBeNull();
  expect(localStorage.getItem(KEY)).toBe("[]");
});

test.each(["{", '[{"name":1},null]', '"text"'])(
  "stored text that is no view is ignored: %s",
  async (text) => {
    localStorage.setItem(KEY, text);
    await openAt("/dashboard/items", success(), EMPTY);
    await screen.findByRole("heading", { name: "No Item here" });
    expect(screen.queryByRole("list", { name: "Saved views" })).toBeNull();
  },
);
