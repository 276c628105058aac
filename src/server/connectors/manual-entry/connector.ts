import { FORM_WORDS, type FormWords } from "../../../i18n/forms.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import { isRoutingNumber } from "../../../protocol/routing-number.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import {
  accountNumberFrom,
  bankCodeFrom,
  currencyCodes,
  ownCurrency,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { checkCredentials } from "../../domain/connectors/credentials.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { HEALTH_SINCE } from "../sandbox/catalogue/institution.ts";
import { matchesSandboxDeposits } from "../sandbox/micro-deposits.ts";
import { seededRandom } from "../sandbox/random.ts";

/** Manual entry in a language. */
const inLanguage = (language: Language) => {
  const { manualEntry } = FORM_WORDS[language];
  const { name, label } = manualEntry;
  return { name, label, fields: manualEntryFields(manualEntry) };
};

/** The entry of manual account numbers in the list of institutions. */
const INSTITUTION: CatalogueInstitution = {
  institutionId: "ins_900000",
  ...inLanguage(DEFAULT_LANGUAGE),
  aliases: [
    ...LANGUAGES.map((language) => FORM_WORDS[language].manualEntry.label),
    "Account and routing number",
  ],
  products: ["auth"],
  countryCodes: ["US"],
  routingNumbers: [],
  oauth: false,
  url: "",
  logoShape: "slip",
  color: "#44546a",
  health: "HEALTHY",
  healthSince: HEALTH_SINCE,
  supported: true,
  enabled: true,
  purpose: "numbers",
  translations: Object.fromEntries(LANGUAGES.map((each) => [each, inLanguage(each)])),
};

/**
 * Accepts account numbers that a user types, at any institution. Two micro-deposits verify the
 * numbers; in the sandbox they arrive at once.
 */
export const createManualEntryConnector = (): Connector => ({
  institutions: () => [INSTITUTION],
  start: async (institutionId, credentials, { language = DEFAULT_LANGUAGE } = {}) => {
    if (institutionId !== INSTITUTION.institutionId) throw new Fault("INVALID_INSTITUTION");
    checkCredentials(INSTITUTION.fields, credentials);
    return { at: "accounts", accounts: [accountFrom(credentials, language)] };
  },
  answer: async () => {
    throw new Fault("INVALID_MFA");
  },
  matchesDeposits: matchesSandboxDeposits,
  transactions: refuse,
  balances: refuse,
  identity: refuse,
});

/** Manual entry has no institution, and so no further data. */
async function refuse(): Promise<never> {
  throw new Fault("PRODUCTS_NOT_SUPPORTED");
}

function accountFrom(values: Record<string, string>, language: Language): BankAccount {
  const routing = bankCodeFrom(stripSpaces(values.routing_number));
  const account = accountNumberFrom(stripSpaces(values.account_number));
  if (routing === null || !isRoutingNumber(routing))
    throw new Fault("INVALID_ACCOUNT_NUMBER", { message: "the routing number is not valid" });
  if (account === null || !/^\d{4,17}$/.test(account)) throw new Fault("INVALID_ACCOUNT_NUMBER");
  const subtype = values.account_type === "savings" ? "savings" : "checking";
  return {
    key: ownId(seededRandom(routing, account, "key").digits(20)),
    name: ownLine(FORM_WORDS[language].manualEntry.kinds[subtype]),
    official_name: null,
    mask: ownLine(account.slice(-4)),
    type: "depository",
    subtype,
    holder_category: "unrecognized",
    balances: {
      available: null,
      current: null,
      limit: null,
      ...currencyCodes(ownCurrency("USD")),
    },
    numbers: { ach: { account, routing, wire_routing: null } },
    microDeposits: "manual",
  };
}

/** People put spaces and dashes between groups of digits. */
const stripSpaces = (text = ""): string => text.replace(/[\s-]/g, "");

/** The fields of manual entry, in a language. */
function manualEntryFields(words: FormWords["manualEntry"]): CredentialField[] {
  return [
    { name: "routing_number", label: words.routing, type: "digits" },
    { name: "account_number", label: words.account, type: "digits" },
    {
      name: "account_type",
      label: words.type,
      type: "select",
      options: Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
    },
    { name: "agree", label: words.agree, type: "checkbox", required: true },
  ];
}
