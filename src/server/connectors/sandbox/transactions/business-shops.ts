import type { ShopKind } from "./shops.ts";

/** The shops where a business spends. */
export const BUSINESS_SHOPS: ShopKind[] = [
  {
    categoryId: "21002005",
    names: ["Timberline Wholesale", "Crate & Pallet Supply"],
    cents: [18_000, 240_000],
    visits: 55,
    channel: "other",
  },
  {
    categoryId: "21002004",
    names: ["Inkwell Print", "Swiftpost"],
    cents: [900, 24_000],
    visits: 42,
    channel: "in store",
  },
  {
    categoryId: "22009000",
    names: ["Nail & Plank"],
    cents: [1500, 42_000],
    visits: 38,
    channel: "in store",
  },
  {
    categoryId: "25006000",
    names: ["Quickfern Fuel", "Roadmarten"],
    cents: [4500, 11_000],
    visits: 62,
    channel: "in store",
    reserves: true,
  },
  {
    categoryId: "21002003",
    names: ["Billboard Wren"],
    cents: [8000, 90_000],
    visits: 18,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "21002001",
    names: ["Ledgerlily", "Stackheron"],
    cents: [1900, 29_000],
    visits: 36,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "25002000",
    names: ["Hotel Lanternlight"],
    cents: [9000, 42_000],
    visits: 8,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "13001001",
    names: ["Copper Ladle", "Noodle Harbour"],
    cents: [2500, 18_000],
    visits: 22,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "22002000",
    names: ["Voltbarn"],
    cents: [6000, 160_000],
    visits: 8,
    channel: "in store",
    byCard: true,
  },
];
