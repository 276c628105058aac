import type { AddressData } from "../../../../protocol/account.ts";
import { type Draw, words } from "./draw.fixture.ts";

type Town = { city: string; region: string; postal_code: string; country: string };
const TOWNS: readonly [Town, ...Town[]] = [
  { city: "Madison", region: "WI", postal_code: "53703", country: "US" },
  { city: "Portland", region: "OR", postal_code: "97205", country: "US" },
  { city: "Austin", region: "TX", postal_code: "78701", country: "US" },
  { city: "Montréal", region: "QC", postal_code: "H2X 1Y4", country: "CA" },
  { city: "Leeds", region: "West Yorkshire", postal_code: "LS1 4DY", country: "GB" },
  { city: "Köln", region: "Nordrhein-Westfalen", postal_code: "50667", country: "DE" },
  { city: "Lyon", region: "Auvergne-Rhône-Alpes", postal_code: "69002", country: "FR" },
  { city: "Málaga", region: "Andalucía", postal_code: "29015", country: "ES" },
];
const ENGLISH = words("Maple Harbour Mill Church Station Orchard Bridge Garden Chapel Meadow");
const KINDS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["Street", "St"],
  ["Avenue", "Ave."],
  ["Road", "Rd"],
  ["Boulevard", "Blvd"],
  ["Drive", "Dr."],
  ["Lane", "Ln"],
  ["Terrace", "Ter"],
  ["Place", "Pl"],
];
const LOCAL: Readonly<
  Record<string, readonly [readonly [string, string], ...(readonly [string, string])[]]>
> = {
  DE: [
    ["Gartenstraße #", "Gartenstr. #"],
    ["Lindenweg #", "Linden-Weg #"],
    ["Am Römerplatz #", "Am Roemerplatz #"],
  ],
  FR: [
    ["# rue de la République", "# R de la Republique"],
    ["# boulevard Voltaire", "# bd Voltaire"],
    ["# avenue du Général Leclerc", "# av. du Gal Leclerc"],
  ],
  ES: [
    ["Calle Larios, #", "C/ Larios #"],
    ["Avenida de Andalucía #", "Avda. de Andalucia #"],
    ["Plaza Mayor #", "Pza Mayor #"],
  ],
};

type Place = { town: Town; number: number; long: string; short: string };

const place = (draw: Draw): Place => {
  const town = draw.pick(TOWNS);
  const number = 2 + draw.whole(180);
  const local = LOCAL[town.country];
  if (local) {
    const [long, short] = draw.pick(local);
    return {
      town,
      number,
      long: long.replace("#", `${number}`),
      short: short.replace("#", `${number}`),
    };
  }
  const [long, short] = draw.pick(KINDS);
  const name = draw.pick(ENGLISH);
  return { town, number, long: `${number} ${name} ${long}`, short: `${number} ${name} ${short}` };
};

/** An address that an application has, and one that an institution has. */
export type Addresses = (draw: Draw) => readonly [given: Partial<AddressData>, known: AddressData];

/** Addresses of one place. */
export const SAME_ADDRESSES: Readonly<Record<string, Addresses>> = {
  abbreviations: (draw) => {
    const { town, long, short } = place(draw);
    return [
      { ...town, street: long },
      { ...town, street: short.toUpperCase() },
    ];
  },
  "without accents": (draw) => {
    const { town, long } = place(draw);
    const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "");
    return [
      { ...town, street: long },
      { ...town, city: plain(town.city), region: plain(town.region), street: plain(long) },
    ];
  },
  "parts are missing": (draw) => {
    const { town, long } = place(draw);
    return [
      { street: long, postal_code: town.postal_code },
      { ...town, region: null, street: long },
    ];
  },
  "postal code written otherwise": (draw) => {
    const { town, long } = place(draw);
    const other =
      town.country === "US"
        ? `${town.postal_code}-${1000 + draw.whole(8999)}`
        : town.postal_code.replace(" ", "").toLowerCase();
    return [
      { ...town, street: long },
      { ...town, postal_code: other, street: long },
    ];
  },
  "apartment in other words": (draw) => {
    const { town, long } = place(draw);
    const number = 1 + draw.whole(30);
    const [a, b] = draw.pick([
      ["Apt", "#"],
      ["Apartment", "Apt"],
      ["Unit", "Apt."],
      ["Flat", "Apartment"],
    ]);
    return [
      { ...town, street: `${long} ${a} ${number}` },
      { ...town, street: `${long}, ${b} ${number}` },
    ];
  },
};

/** Pairs of addresses of two different persons. */
export const OTHER_ADDRESSES: Readonly<Record<string, Addresses>> = {
  "another number": (draw) => {
    const { town, long, number } = place(draw);
    const other = number + 1 + draw.whole(40);
    return [
      { ...town, street: long },
      { ...town, street: long.replace(`${number}`, `${other}`) },
    ];
  },
  "another street": (draw) => {
    const one = place(draw);
    let other = place(draw);
    while (other.long === one.long) other = place(draw);
    return [
      { ...one.town, street: one.long },
      { ...one.town, street: other.long },
    ];
  },
  "another town": (draw) => {
    const { town, long } = place(draw);
    let other = draw.pick(TOWNS);
    while (other === town) other = draw.pick(TOWNS);
    return [
      { ...town, street: long },
      { ...other, street: long },
    ];
  },
  "another apartment": (draw) => {
    const { town, long } = place(draw);
    const number = 1 + draw.whole(30);
    return [
      { ...town, street: `${long} Apt ${number}` },
      { ...town, street: `${long} Apt ${number + 1 + draw.whole(9)}` },
    ];
  },
};
