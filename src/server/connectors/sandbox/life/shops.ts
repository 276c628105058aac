import type { PaymentChannel } from "../../../../protocol/transaction.ts";
import type { Clearing } from "../catalogue/institution.ts";

/** A kind of shop: what people spend there in a month, and the ones there are, none of them real. */
export type ShopKind = {
  categoryId: string;
  names: readonly [string, ...string[]];
  /** What one visit costs, from and to, in hundredths of a unit of a big currency. */
  cents: readonly [number, number];
  /** Visits in ten months. */
  visits: number;
  channel: PaymentChannel;
  /** Paid by credit card where there is one. */
  byCard?: true;
  /** The shop first reserves an amount, which is dropped when the purchase comes in. */
  reserves?: true;
};

/** Where people spend what is left after the bills. */
export const householdShops = (country: Clearing["country"]): ShopKind[] => [
  { ...SUPERMARKET, names: SUPERMARKETS[country] },
  ...SHOPS,
];

const SUPERMARKET = {
  categoryId: "13003001",
  cents: [900, 9800],
  visits: 75,
  channel: "in store",
} as const;

const SUPERMARKETS: { [C in Clearing["country"]]: readonly [string, ...string[]] } = {
  US: ["Thistle & Crate Market", "Barnowl Foods", "Green Hollow Grocers"],
  CA: ["Maplecrate Foods", "Barnowl Grocers", "Northwind Pantry"],
  GB: ["Hedgerow Foods", "Barrow & Bramble", "Cornflower Stores"],
  IE: ["Hedgerow Foods", "Tern Island Grocers"],
  FR: ["Marché Coquelicot", "Les Paniers Bleus", "Superette Mirabelle"],
  DE: ["Kornblume Markt", "Frischwinkel", "Laubenmarkt"],
  ES: ["Mercado Alondra", "Supercesta Olivar"],
  IT: ["Bottega Girasole", "Mercato Rondine"],
  NL: ["Klaproos Markt", "De Groene Mand"],
  BE: ["Klaproos Markt", "Marché Coquelicot"],
  PT: ["Mercado Andorinha", "Cesta do Vale"],
  AT: ["Kornblume Markt", "Almkorb"],
  SE: ["Blåklint Mat", "Lingonhallen"],
  DK: ["Kornblomst Mad", "Tyttebærhallen"],
  FI: ["Ruiskukka Ruoka", "Puolukkahalli"],
  PL: ["Chabrowy Koszyk", "Targ pod Jaskółką"],
};

const SHOPS: ShopKind[] = [
  {
    categoryId: "13001001",
    names: ["Copper Ladle", "Fig & Ember", "Noodle Harbour", "Saffron Alley"],
    cents: [1400, 7200],
    visits: 32,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "13001002",
    names: ["Turnip Wraps", "Bao Wagon", "Pepperdash"],
    cents: [700, 2100],
    visits: 26,
    channel: "in store",
  },
  {
    categoryId: "13001003",
    names: ["Moonbean Coffee", "Second Kettle", "Roast Owl"],
    cents: [280, 850],
    visits: 52,
    channel: "in store",
  },
  {
    categoryId: "13001004",
    names: ["Crumb & Co", "Seven Rolls Bakery"],
    cents: [250, 1400],
    visits: 22,
    channel: "in store",
  },
  {
    categoryId: "13001006",
    names: ["Pedalplate"],
    cents: [1600, 4400],
    visits: 12,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "13002001",
    names: ["The Tin Heron", "The Crooked Oar"],
    cents: [600, 4600],
    visits: 13,
    channel: "in store",
  },
  {
    categoryId: "25006000",
    names: ["Quickfern Fuel", "Roadmarten"],
    cents: [2800, 6900],
    visits: 24,
    channel: "in store",
    reserves: true,
  },
  {
    categoryId: "25005002",
    names: ["Metro Lark", "Tramline City"],
    cents: [220, 1500],
    visits: 40,
    channel: "other",
  },
  {
    categoryId: "25005001",
    names: ["Fernrail"],
    cents: [900, 8600],
    visits: 8,
    channel: "online",
  },
  {
    categoryId: "25004000",
    names: ["Hopalong Rides"],
    cents: [800, 3400],
    visits: 14,
    channel: "online",
  },
  {
    categoryId: "25007000",
    names: ["Baypark"],
    cents: [200, 1800],
    visits: 9,
    channel: "in store",
  },
  {
    categoryId: "22005000",
    names: ["Parcelbee", "Bazaarium"],
    cents: [800, 11_000],
    visits: 25,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "22001000",
    names: ["Loom & Larch", "Threadfinch"],
    cents: [1900, 13_000],
    visits: 10,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "22001001",
    names: ["Two Soles"],
    cents: [3500, 14_000],
    visits: 3,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "22002000",
    names: ["Voltbarn"],
    cents: [2500, 42_000],
    visits: 4,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "22003000",
    names: ["Oakdrawer Home"],
    cents: [1500, 21_000],
    visits: 6,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "22009000",
    names: ["Nail & Plank"],
    cents: [600, 8000],
    visits: 6,
    channel: "in store",
  },
  {
    categoryId: "22004000",
    names: ["Papermoth Books"],
    cents: [800, 4500],
    visits: 6,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "22008000",
    names: ["Whisker Depot"],
    cents: [900, 6000],
    visits: 5,
    channel: "in store",
  },
  {
    categoryId: "22010000",
    names: ["Petal & Twine"],
    cents: [1200, 5500],
    visits: 4,
    channel: "in store",
  },
  {
    categoryId: "14001000",
    names: ["Willowbark Pharmacy"],
    cents: [400, 4200],
    visits: 11,
    channel: "in store",
  },
  {
    categoryId: "14003000",
    names: ["Molar & Moon Dental"],
    cents: [2500, 16_000],
    visits: 2,
    channel: "in store",
  },
  {
    categoryId: "20001000",
    names: ["Snipwell"],
    cents: [1800, 8500],
    visits: 6,
    channel: "in store",
  },
  {
    categoryId: "19001000",
    names: ["Velvet Reel Cinema"],
    cents: [900, 3400],
    visits: 6,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "19002000",
    names: ["Footlight Tickets"],
    cents: [2500, 13_000],
    visits: 3,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "12001000",
    names: ["Otter Rescue Fund"],
    cents: [500, 5000],
    visits: 3,
    channel: "online",
  },
];

/** Where a business spends. */
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

/** Where people pay abroad, in another currency. */
export const FOREIGN_SHOPS: readonly [ShopKind, ...ShopKind[]] = [
  {
    categoryId: "22005000",
    names: ["Farfetched Imports", "Lantern Isle Trading"],
    cents: [1900, 14_000],
    visits: 3,
    channel: "online",
  },
  {
    categoryId: "25002000",
    names: ["Pension Edelfarn", "Hostal del Faro", "The Puffin Inn"],
    cents: [7000, 26_000],
    visits: 2,
    channel: "in store",
  },
];
