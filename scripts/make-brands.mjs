// Writes src/server/domain/enrichment/lists/brands.tsv from the package name-suggestion-index (BSD-3-Clause),
// which is 22 MB and therefore no dependency:
//   npm pack name-suggestion-index && tar xzf name-suggestion-index-*.tgz
//   node scripts/make-brands.mjs package
import { readFileSync, writeFileSync } from "node:fs";

const FILE = "src/server/domain/enrichment/lists/brands.tsv";

/** The countries of the sandbox, as they are in `src/protocol/vocabulary.ts`. */
const COUNTRIES = countryCodes(readFileSync("src/protocol/vocabulary.ts", "utf8"));

/**
 * The category of each OpenStreetMap kind of place, as key/value pairs. A brand with several kinds
 * has the first category in this list.
 */
const KINDS = [
  ["TRANSPORTATION_GAS", "amenity/fuel amenity/charging_station"],
  ["GENERAL_MERCHANDISE_SUPERSTORES", "shop/wholesale"],
  ["FOOD_AND_DRINK_GROCERIES", "shop/supermarket"],
  ["GENERAL_MERCHANDISE_DEPARTMENT_STORES", "shop/department_store"],
  ["GENERAL_MERCHANDISE_DISCOUNT_STORES", "shop/variety_store shop/charity shop/second_hand"],
  ["FOOD_AND_DRINK_COFFEE", "amenity/cafe shop/coffee shop/tea"],
  ["FOOD_AND_DRINK_FAST_FOOD", "amenity/fast_food"],
  ["FOOD_AND_DRINK_RESTAURANT", "amenity/restaurant amenity/pub"],
  ["FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR", "shop/alcohol shop/wine amenity/bar"],
  ["GENERAL_MERCHANDISE_CONVENIENCE_STORES", "shop/convenience shop/kiosk shop/general"],
  [
    "FOOD_AND_DRINK_GROCERIES",
    "shop/bakery shop/butcher shop/greengrocer shop/health_food shop/frozen_food shop/deli shop/beverages shop/dairy shop/cheese shop/seafood shop/farm shop/nuts",
  ],
  [
    "FOOD_AND_DRINK_OTHER_FOOD_AND_DRINK",
    "amenity/ice_cream shop/confectionery shop/chocolate shop/pastry",
  ],
  [
    "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",
    "shop/clothes shop/shoes shop/jewelry shop/watches shop/bag shop/fashion_accessories shop/leather shop/tailor",
  ],
  [
    "HOME_IMPROVEMENT_HARDWARE",
    "shop/doityourself shop/hardware shop/trade shop/paint shop/garden_centre shop/tiles",
  ],
  [
    "HOME_IMPROVEMENT_FURNITURE",
    "shop/furniture shop/bed shop/houseware shop/kitchen shop/interior_decoration shop/household_linen shop/bathroom_furnishing shop/flooring shop/carpet shop/curtain shop/window_blind shop/lighting",
  ],
  [
    "GENERAL_MERCHANDISE_ELECTRONICS",
    "shop/electronics shop/computer shop/hifi shop/appliance shop/electrical shop/camera shop/vacuum_cleaner",
  ],
  [
    "RENT_AND_UTILITIES_TELEPHONE",
    "shop/mobile_phone shop/telecommunication office/telecommunication",
  ],
  [
    "MEDICAL_PHARMACIES_AND_SUPPLEMENTS",
    "amenity/pharmacy shop/chemist shop/nutrition_supplements",
  ],
  [
    "PERSONAL_CARE_HAIR_AND_BEAUTY",
    "shop/cosmetics shop/perfumery shop/hairdresser shop/beauty shop/hairdresser_supply",
  ],
  ["MEDICAL_EYE_CARE", "shop/optician"],
  ["GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS", "shop/books shop/newsagent shop/anime"],
  ["GENERAL_MERCHANDISE_SPORTING_GOODS", "shop/sports shop/outdoor shop/bicycle shop/fishing"],
  ["GENERAL_MERCHANDISE_PET_SUPPLIES", "shop/pet"],
  ["GENERAL_MERCHANDISE_OFFICE_SUPPLIES", "shop/stationery shop/printer_ink"],
  ["GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES", "shop/gift shop/florist shop/party"],
  ["GENERAL_MERCHANDISE_TOBACCO_AND_VAPE", "shop/tobacco shop/e-cigarette shop/cannabis"],
  ["ENTERTAINMENT_VIDEO_GAMES", "shop/video_games shop/games"],
  [
    "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
    "shop/toys shop/baby_goods shop/craft shop/fabric shop/musical_instrument shop/music shop/country_store shop/agrarian",
  ],
  [
    "GENERAL_SERVICES_AUTOMOTIVE",
    "shop/car_repair shop/car_parts shop/tyres shop/car shop/motorcycle shop/motorcycle_repair amenity/car_wash amenity/vehicle_inspection",
  ],
  [
    "TRAVEL_LODGING",
    "tourism/hotel tourism/motel tourism/hostel tourism/caravan_site tourism/camp_site",
  ],
  ["TRAVEL_RENTAL_CARS", "amenity/car_rental"],
  ["TRAVEL_OTHER_TRAVEL", "shop/travel_agency"],
  ["TRANSPORTATION_TAXIS_AND_RIDE_SHARES", "amenity/car_sharing"],
  ["TRANSPORTATION_BIKES_AND_SCOOTERS", "amenity/bicycle_rental"],
  ["TRANSPORTATION_PARKING", "amenity/parking"],
  ["PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS", "leisure/fitness_centre leisure/sports_centre"],
  ["PERSONAL_CARE_LAUNDRY_AND_DRY_CLEANING", "shop/dry_cleaning shop/laundry"],
  ["PERSONAL_CARE_OTHER_PERSONAL_CARE", "shop/massage"],
  ["ENTERTAINMENT_TV_AND_MOVIES", "amenity/cinema shop/video"],
  [
    "ENTERTAINMENT_CASINOS_AND_GAMBLING",
    "shop/bookmaker shop/lottery amenity/casino amenity/gambling leisure/adult_gaming_centre",
  ],
  [
    "ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS",
    "tourism/theme_park leisure/trampoline_park leisure/indoor_play",
  ],
  [
    "ENTERTAINMENT_OTHER_ENTERTAINMENT",
    "leisure/bowling_alley leisure/amusement_arcade amenity/karaoke_box",
  ],
  ["GENERAL_SERVICES_INSURANCE", "office/insurance"],
  ["GENERAL_SERVICES_STORAGE", "shop/storage_rental office/moving_company"],
  ["GENERAL_SERVICES_POSTAGE_AND_SHIPPING", "amenity/post_office amenity/parcel_locker"],
  ["GENERAL_SERVICES_CHILDCARE", "amenity/kindergarten amenity/childcare"],
  [
    "GENERAL_SERVICES_EDUCATION",
    "amenity/prep_school amenity/language_school amenity/music_school amenity/driving_school",
  ],
  [
    "GENERAL_SERVICES_ACCOUNTING_AND_FINANCIAL_PLANNING",
    "office/tax_advisor office/financial_advisor",
  ],
  [
    "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    "shop/copyshop shop/photo shop/rental shop/tool_hire shop/plant_hire office/coworking",
  ],
  ["LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT", "shop/money_lender"],
  ["MEDICAL_DENTAL_CARE", "amenity/dentist"],
  ["MEDICAL_PRIMARY_CARE", "amenity/doctors amenity/clinic"],
  [
    "MEDICAL_OTHER_MEDICAL",
    "shop/hearing_aids shop/medical_supply healthcare/laboratory healthcare/physiotherapist",
  ],
  ["MEDICAL_VETERINARY_SERVICES", "amenity/veterinary"],
].flatMap(([category, kinds]) => kinds.split(" ").map((kind) => ({ category, kind })));

const folder = process.argv[2];
if (!folder) throw new Error("usage: node scripts/make-brands.mjs FOLDER-OF-name-suggestion-index");
const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
const { nsi } = JSON.parse(readFileSync(`${folder}/dist/json/nsi.min.json`, "utf8"));
const licence = readFileSync(`${folder}/LICENSE.md`, "utf8").trim();

const brands = new Map();
for (const { category, kind } of KINDS)
  for (const item of nsi[`brands/${kind}`]?.items ?? []) addBrand(category, item);

const lines = [...brands.values()].flatMap(toLine).sort();
const notice = [
  `Brands of name-suggestion-index ${version}, by scripts/make-brands.mjs; do not edit: merchants.txt comes first.`,
  "Columns: name, category, countries (* for any), other names.",
  ...licence.split("\n").filter((line) => line !== ""),
];
writeFileSync(FILE, `${[...notice.map((line) => `# ${line}`), ...lines].join("\n")}\n`);
console.log(`${lines.length} brands in ${FILE}`);

function addBrand(category, { displayName, locationSet, matchNames = [], tags }) {
  const countries = countriesOf(locationSet);
  const name = (tags.brand ?? displayName).replace(/\s*\(.*\)$/, "").replaceAll("\t", " ");
  const key = tags["brand:wikidata"] ?? name.toLowerCase();
  if (countries.length === 0 || !/\p{Script=Latin}/u.test(name)) return;
  const found = brands.get(key) ?? { name, category, countries: new Set(), aliases: new Set() };
  for (const country of countries) found.countries.add(country);
  const { name: place, official_name, short_name, alt_name } = tags;
  const others = [place, official_name, short_name, alt_name, ...matchNames];
  for (const alias of others.flatMap((each) => each?.split(";") ?? []))
    if (/\p{Script=Latin}/u.test(alias) && alias.length > 2) found.aliases.add(alias.trim());
  brands.set(key, found);
}

/** Returns the countries of the sandbox that a location set includes; `*` for the world or Europe. */
function countriesOf({ include = [], exclude = [] }) {
  const codes = include.map((each) => String(each).toLowerCase());
  if (codes.includes("001") || codes.includes("150")) return ["*"];
  const found = codes.map((code) => (code === "fx" ? "fr" : code.slice(0, 2).toLowerCase()));
  const isPlace = (_, at) => /^([a-z]{2}|[a-z]{2}-.+)$/.test(codes[at]);
  return [...new Set(found.filter(isPlace))]
    .filter((code) => !exclude.includes(code))
    .map((code) => code.toUpperCase())
    .filter((code) => COUNTRIES.includes(code));
}

function toLine({ name, category, countries, aliases }) {
  const lower = new Set([name.toLowerCase()]);
  const others = [...aliases].filter((alias) => {
    const isNew = !lower.has(alias.toLowerCase());
    lower.add(alias.toLowerCase());
    return isNew;
  });
  const places = countries.has("*") ? "*" : [...countries].sort().join(",");
  return [[name, category, places, others.join("|")].join("\t").trimEnd()];
}

function countryCodes(source) {
  const [, list] = /COUNTRY_CODES = \[([^\]]+)\]/.exec(source);
  return [...list.matchAll(/"([A-Z]{2})"/g)].map(([, code]) => code);
}
