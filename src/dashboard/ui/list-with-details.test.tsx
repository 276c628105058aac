import { screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

const request = (request_id: string, path: string) => ({
  ...{ request_id, path, client_id: null, status: 400, error_code: "INVALID_FIELD" },
  ...{ version: null, ms: 5, at: 1_700_000_000_000 },
});
const ROWS = [request("request-a", "/auth/get"), request("request-b", "/item/get")];
const details = (row: (typeof ROWS)[number]) =>
  answers({ request: { ...row, client_name: null, item_id: null, sent: null, answered: null } });

beforeEach(() => {
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => ({ matches: true, ...listen }));
});
afterEach(() => void vi.unstubAllGlobals());

test("a row opens next to its list, and the keyboard goes on in the list until Enter is pressed again", async () => {
  const [first, second] = ROWS.map(details);
  const { user, requests } = await openAt(
    "/dashboard/requests?result=failed",
    success(),
    answers({ count: 0, points: [], errors: [] }),
    answers({ rows: ROWS, next: null }),
    ...(first && second ? [first, second, first, second] : []),
  );
  const list = await screen.findByRole("region", { name: "Requests" });
  await user.keyboard("j{Enter}");
  const panel = await screen.findByRole("complementary", { name: "Details" });
  await within(panel).findByRole("heading", { name: "/auth/get" });
  expect(location.href).toMatch(/\/dashboard\/requests\/request-a\?result=failed$/);
  const row = within(list).getByRole("link", { name: "/auth/get" });
  expect(document.activeElement).toBe(row);
  expect(row.closest("tr")?.getAttribute("aria-current")).toBe("true");
  screen.getByRole("heading", { level: 1, name: "Requests" });

  await user.keyboard("j");
  await within(panel).findByRole("heading", { name: "/item/get" });
  expect(location.href).toMatch(/\/dashboard\/requests\/request-b\?result=failed$/);
  // The last row has no next row.
  await user.keyboard("j");
  expect(location.href).toMatch(/request-b\?/);
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(panel);
  await user.keyboard("k");
  await within(panel).findByRole("heading", { name: "/auth/get" });
  expect(document.activeElement).toBe(panel);
  await user.keyboard("j{Escape}");
  await waitFor(() => expect(screen.queryByRole("complementary", { name: "Details" })).toBeNull());
  expect(location.href).toMatch(/\/dashboard\/requests\?result=failed$/);
  const last = within(list).getByRole("link", { name: "/item/get" });
  await waitFor(() => expect(document.activeElement).toBe(last));
  // The list was asked for once.
  expect(requests.filter(([path]) => path === "/dashboard/api/requests")).toHaveLength(1);
});
