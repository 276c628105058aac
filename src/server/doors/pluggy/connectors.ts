import { LOGO_PATHS, LOGO_SQUARE } from "../../../protocol/brand/logo-paths.ts";
import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { isShown, mayLink, viewerOf } from "../shown-institutions.ts";
import { MAX_PAGE_SIZE, toPage, toParameters } from "./parameters.ts";
import type { Reader } from "./reader.ts";

/** The number of an institution: its id without the prefix. */
const connectorIdOf = (institutionId: string): number => Number(institutionId.replace(/^ins_/, ""));

const BOOLEANS = ["true", "false"] as const;
const TYPES = ["PERSONAL_BANK", "BUSINESS_BANK", "INVOICE", "INVESTMENT"] as const;
const OTHER_TYPES = ["TELECOMMUNICATION", "DIGITAL_ECONOMY", "PAYMENT_ACCOUNT", "OTHER"] as const;
const ALL_TYPES: readonly string[] = [...TYPES, ...OTHER_TYPES];

/** Responds to GET /connectors: the institutions with transactions. */
export const listConnectors = (
  { query }: Pick<DoorRequest, "query">,
  context: DoorContext,
  { grant }: Pick<Reader, "grant">,
) => {
  const parameters = toParameters(query, [
    "name",
    "countries",
    "types",
    "sandbox",
    "isOpenFinance",
    "supportsPaymentInitiation",
    "includeHealth",
    "page",
    "pageSize",
  ]);
  for (const name of ["sandbox", "supportsPaymentInitiation", "includeHealth"])
    parameters.word(name, BOOLEANS);
  const types = parseList(parameters.text("types"), "types", ALL_TYPES);
  const countries = parseList(parameters.text("countries"), "countries", COUNTRY_CODES);
  const page = parameters.count("page", 1, 1_000_000);
  const pageSize = parameters.count("pageSize", MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  const name = parameters.text("name")?.trim() ?? "";
  if (name.length > 100) throw invalid("name must have at most 100 characters");
  const isNone =
    parameters.word("isOpenFinance", BOOLEANS) === "true" ||
    parameters.text("supportsPaymentInitiation") === "true" ||
    !types.includes("PERSONAL_BANK");
  const filter = {
    ...viewerOf(grant),
    countryCodes: countries,
    products: ["transactions" as const],
  };
  const { directory } = context;
  const all = isNone
    ? []
    : name === ""
      ? directory.list(filter)
      : directory.search(name, filter, 10_000);
  const from = (page - 1) * pageSize;
  return toPage(
    all.slice(from, from + pageSize).map((institution) => toConnector(institution, context)),
    { page, pageSize, total: all.length },
  );
};

/** The words of a list; by default all. */
function parseList<Word extends string>(
  text: string | null,
  name: string,
  words: readonly Word[],
): readonly Word[] {
  if (text === null) return words;
  return text.split(",").map((part) => {
    const word = words.find((known) => known === part.trim());
    if (word === undefined)
      throw invalid(`${name} must be a list of these, with commas: ${words.join(", ")}`);
    return word;
  });
}

/**
 * Responds to GET /connectors/{id}. A user's connect token only reads institutions that can be
 * linked.
 */
export const readConnector = async (
  { params: { id = "" } }: Pick<DoorRequest, "params">,
  context: DoorContext,
  { grant, linkId }: Pick<Reader, "grant" | "linkId">,
) => {
  if (!/^\d{1,15}$/.test(id)) throw invalid("id must be the number of a connector");
  const institutionId = `ins_${id}`;
  const isVisible =
    linkId === null
      ? await isShown(context, grant, institutionId)
      : mayLink(context, grant, institutionId);
  if (!isVisible)
    throw new Fault("INVALID_INSTITUTION", { message: "there is no connector with this id" });
  return toConnector(context.directory.get(institutionId), context);
};

/** An institution as an Item's connector, even after its removal from the list. */
export const connectorOf = (
  { id, name, url }: { id: string; name: string; url: string | null },
  context: DoorContext,
) =>
  context.directory.has(id)
    ? toConnector(context.directory.get(id), context)
    : { id: connectorIdOf(id), name, institutionUrl: url ?? "", health: OFFLINE };

const OFFLINE = { status: "OFFLINE", stage: null };

const toConnector = (
  institution: CatalogueInstitution,
  { environment, publicUrl }: DoorContext,
) => ({
  id: connectorIdOf(institution.institutionId),
  name: institution.name,
  institutionUrl: institution.url ?? "",
  imageUrl: imageUrl(institution, publicUrl()),
  primaryColor: institution.color.slice(1),
  type: "PERSONAL_BANK",
  country: institution.countryCodes[0] ?? "",
  // Users sign in by hosted Link, never at the reader.
  credentials: [],
  hasMFA: true,
  oauth: institution.oauth,
  health: { status: STATUSES[institution.health], stage: null },
  isOpenFinance: false,
  isSandbox: environment === "sandbox",
  supportsPaymentInitiation: false,
  supportsScheduledPayments: false,
  supportsSmartTransfers: false,
  supportsAutomaticPix: false,
  supportsBoletoManagement: false,
  products: [
    ...["ACCOUNTS", "CREDIT_CARDS", "TRANSACTIONS"],
    ...(institution.products.includes("investments") ? INVESTMENT_PRODUCTS : []),
  ],
  createdAt: new Date(institution.healthSince).toISOString(),
  updatedAt: new Date(institution.healthSince).toISOString(),
});

/** The protocol's names of the investment products. */
export const INVESTMENT_PRODUCTS = ["INVESTMENTS", "INVESTMENTS_TRANSACTIONS"] as const;

const STATUSES = { HEALTHY: "ONLINE", DEGRADED: "UNSTABLE", DOWN: "OFFLINE" } as const;

/** The institution's own logo, or its shape. */
function imageUrl(
  { institutionId, logoDigest, logoShape, color }: CatalogueInstitution,
  origin: string,
): string {
  if (logoDigest !== undefined) return `${origin}/bank-logos/${institutionId}-${logoDigest}.png`;
  const { side, corner } = LOGO_SQUARE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">` +
    `<rect width="${side}" height="${side}" rx="${corner}" fill="${color}"/>` +
    `<path fill="#fff" fill-rule="evenodd" d="${LOGO_PATHS[logoShape]}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
