import { screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

const ROW = { client_id: "client-1", client_name: null, product: "auth", items: 2, calls: 1500 };
const DAYS = { from: "2026-11-01", until: "2026-12-01", days: [] };
const MONTHS = [
  { month: "2026-09", products: [] },
  { month: "2026-10", products: [{ product: "auth", calls: 500 }] },
  {
    month: "2026-11",
    products: [
      { product: "auth", calls: 1500 },
      { product: "identity", calls: 2500 },
    ],
  },
];

test("usage is shown by product, and the address selects another month", async () => {
  const { user, requests } = await openAt(
    "/dashboard/usage",
    success(),
    answers({ ...DAYS, rows: [ROW], months: MONTHS }),
    answers({ from: "2026-10-01", until: "2026-11-01", days: [], rows: [], months: [] }),
  );
  within(await screen.findByRole("region", { name: "client-1" })).getByText(
    "1,500 calls · 2 Items",
  );
  const month = screen.getByLabelText<HTMLSelectElement>("Month");
  await user.selectOptions(month, month.options[1]?.value ?? "");
  await screen.findByRole("heading", { name: "Nothing was read in 2026-10" });
  expect(requests.at(-1)?.[1]).toEqual({ month: month.options[1]?.value });
  expect(screen.queryByRole("region", { name: "Calls by month" })).toBeNull();
});

test("the last months and the days of one are charts and tables, whose links narrow the usage", async () => {
  const days = [
    { day: "2026-11-01", products: [] },
    { day: "2026-11-02", products: [{ product: "auth", calls: 1500 }] },
  ];
  const { user, requests } = await openAt(
    "/dashboard/usage",
    success(),
    answers({ ...DAYS, days, rows: [ROW], months: MONTHS }),
    answers({ ...DAYS, days, rows: [ROW], months: MONTHS }),
    answers({ from: "2026-11-02", until: "2026-11-03", days, rows: [ROW], months: MONTHS }),
  );
  const cardOf = (title: string) => {
    const card = screen.getByRole("heading", { name: title }).closest<HTMLElement>(".card");
    return within(card ?? document.body);
  };
  await screen.findByRole("heading", { name: "Calls by month" });
  const byMonth = cardOf("Calls by month");
  await user.click(byMonth.getByText("The same as a table"));
  expect(byMonth.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "Timeidentityauth",
    "Sep 202600",
    "Oct 20260500",
    "Nov 20262,5001,500",
  ]);
  await user.click(byMonth.getByRole("link", { name: "Oct 2026" }));
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual({ month: "2026-10" }));
  const byDay = cardOf("Calls by day");
  await user.click(byDay.getByText("The same as a table"));
  await user.click(byDay.getByRole("link", { name: "Nov 2" }));
  await screen.findByText("2026-11-02");
  expect(requests.at(-1)?.[1]).toEqual({
    ...{ month: "2026-10", from: "2026-11-02", until: "2026-11-03" },
  });
  const all = screen.getByRole("link", { name: "Show the month" });
  expect(all.getAttribute("href")).toBe("/dashboard/usage?month=2026-10");
});

test("a product has one colour everywhere, clients come by use, and all bars have one scale", async () => {
  const row = (client_id: string, product: string, calls: number) => ({
    ...{ client_id, client_name: client_id, product, items: 1, calls },
  });
  const rows = [
    row("small", "auth", 300),
    row("large", "identity", 900),
    row("large", "auth", 600),
  ];
  await openAt("/dashboard/usage", success(), answers({ ...DAYS, rows, months: MONTHS }));
  const large = await screen.findByRole("region", { name: "large" });
  const cards = screen.getAllByRole("region").map((card) => card.getAttribute("aria-label"));
  expect(cards.filter(Boolean).slice(-2)).toEqual(["large", "small"]);
  const bars = (region: HTMLElement) =>
    [...region.querySelectorAll("rect.bar")].map((bar) => [
      bar.getAttribute("class"),
      Math.round(Number(bar.getAttribute("width"))),
    ]);
  const small = bars(screen.getByRole("region", { name: "small" }));
  expect([...bars(large), ...small]).toEqual([
    ["bar identity", 100],
    ["bar auth", 67],
    ["bar auth", 33],
  ]);
  expect(document.querySelectorAll(".plot rect.auth")).toHaveLength(2);
});
