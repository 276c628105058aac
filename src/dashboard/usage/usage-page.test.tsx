import { screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

const ROW = { client_id: "client-1", client_name: null, product: "auth", items: 2, calls: 1500 };
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
    answers({ month: "2026-11", rows: [ROW], months: MONTHS }),
    answers({ month: "2026-10", rows: [], months: [] }),
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

test("the last months are shown side by side, also as a table, each with a link to its usage", async () => {
  const { user, requests } = await openAt(
    "/dashboard/usage",
    success(),
    answers({ month: "2026-11", rows: [ROW], months: MONTHS }),
    answers({ month: "2026-10", rows: [ROW], months: MONTHS }),
  );
  const card = within(await screen.findByRole("region", { name: "Calls by month" }));
  const bars = card.getAllByRole("listitem");
  expect(bars.map(({ textContent }) => textContent)).toEqual([
    "2026-090",
    "2026-10auth500",
    "2026-11identityauth4,000",
  ]);
  const widths = (at: number) =>
    [...(bars[at]?.querySelectorAll("rect[fill]") ?? [])].map((part) =>
      Math.round(Number(part.getAttribute("width")) / 10),
    );
  expect([widths(0), widths(1), widths(2)]).toEqual([[], [12], [62, 37]]);
  await user.click(card.getByText("The same as a table"));
  const table = within(card.getByRole("table"));
  expect(table.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "MonthidentityauthAll",
    "2026-09000",
    "2026-100500500",
    "2026-112,5001,5004,000",
  ]);
  await user.click(card.getByRole("link", { name: "2026-10" }));
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual({ month: "2026-10" }));
  await waitFor(() =>
    expect(card.getByRole("link", { name: "2026-10" }).getAttribute("aria-current")).toBe("true"),
  );
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
  await openAt("/dashboard/usage", success(), answers({ month: "2026-11", rows, months: MONTHS }));
  const large = await screen.findByRole("region", { name: "large" });
  const cards = screen.getAllByRole("region").map((card) => card.getAttribute("aria-label"));
  expect(cards.filter(Boolean).slice(-2)).toEqual(["large", "small"]);
  const bars = (region: HTMLElement) =>
    [...region.querySelectorAll("rect[fill]")].map((bar) => [
      bar.getAttribute("fill"),
      Math.round(Number(bar.getAttribute("width"))),
    ]);
  const small = bars(screen.getByRole("region", { name: "small" }));
  const [identity, auth] = bars(large);
  expect([identity?.[1], auth?.[1], small[0]?.[1]]).toEqual([100, 67, 33]);
  expect(small[0]?.[0]).toBe(auth?.[0]);
  const inMonths = [
    ...screen.getByRole("region", { name: "Calls by month" }).querySelectorAll("li rect[fill]"),
  ].filter((bar) => bar.textContent === "auth");
  expect(new Set(inMonths.map((bar) => bar.getAttribute("fill")))).toEqual(new Set([auth?.[0]]));
});
