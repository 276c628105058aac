import type { Language } from "../../../protocol/vocabulary.ts";
import type { BankAccount, Connector } from "../../domain/connectors/connector.ts";
import { checkCredentials } from "../../domain/connectors/credentials.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { isRoutingNumber } from "../../domain/items/routing-number.ts";
import { HEALTH_SINCE } from "../sandbox/catalogue/institution.ts";
import { areSandboxDeposits } from "../sandbox/deposits.ts";
import { seededRandom } from "../sandbox/random.ts";
import { BY_HAND } from "./form.ts";

/** What stands in the list for account numbers that are entered by hand. */
const ENTRY: CatalogueInstitution = {
  institutionId: "ins_900000",
  name: BY_HAND.en.name,
  label: BY_HAND.en.label,
  aliases: [BY_HAND.en.label, BY_HAND.fr.label, "Account and routing number"],
  products: ["auth"],
  countryCodes: ["US"],
  routingNumbers: [],
  oauth: false,
  url: "",
  mark: "hill",
  color: "#44546a",
  health: "HEALTHY",
  healthSince: HEALTH_SINCE,
  supported: true,
  enabled: true,
  purpose: "numbers",
  fields: BY_HAND.en.fields,
  translations: { fr: BY_HAND.fr },
};

/**
 * Takes account numbers that a person enters by hand, at whichever institution the account is. Nobody
 * vouches for them, so two small deposits have to; in the sandbox they arrive at once.
 */
export const createByHandConnector = (): Connector => ({
  institutions: () => [ENTRY],
  start: async (institutionId, credentials, { language = "en" } = {}) => {
    if (institutionId !== ENTRY.institutionId) throw new Fault("INVALID_INSTITUTION");
    checkCredentials(ENTRY.fields, credentials);
    return { at: "accounts", accounts: [enteredAccount(credentials, language)] };
  },
  answer: async () => {
    throw new Fault("INVALID_MFA");
  },
  matchesDeposits: areSandboxDeposits,
  transactions: unknown,
  balances: unknown,
  identity: unknown,
});

/** Behind numbers that somebody entered there is nobody who could tell more. */
async function unknown(): Promise<never> {
  throw new Fault("PRODUCTS_NOT_SUPPORTED");
}

function enteredAccount(typed: Record<string, string>, language: Language): BankAccount {
  const routing = digitsOf(typed.routing_number);
  const account = digitsOf(typed.account_number);
  if (!isRoutingNumber(routing))
    throw new Fault("INVALID_ACCOUNT_NUMBER", { message: "the routing number is not valid" });
  if (!/^\d{4,17}$/.test(account)) throw new Fault("INVALID_ACCOUNT_NUMBER");
  const subtype = typed.account_type === "savings" ? "savings" : "checking";
  return {
    key: seededRandom(routing, account, "key").digits(20),
    name: BY_HAND[language].kinds[subtype],
    official_name: null,
    mask: account.slice(-4),
    type: "depository",
    subtype,
    balances: {
      available: null,
      current: null,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    numbers: { ach: { account, routing, wire_routing: null } },
    microDeposits: "manual",
  };
}

/** People put spaces and dashes between groups of digits. */
const digitsOf = (typed = ""): string => typed.replace(/[\s-]/g, "");
