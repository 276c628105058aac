import { LRUCache } from "lru-cache";
import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import type { InstitutionLogin, Period } from "../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { baseProblem, type FintsBank } from "../../domain/institutions/bank-description.ts";
import { catalogueInstitutions } from "../../domain/institutions/custom-institutions.ts";
import type { DescribedInstitution } from "../../domain/institutions/institution.ts";
import type { Vault } from "../../domain/vault.ts";
import type { DescribedDeps } from "../simplefin/connector.ts";
import { openTransport } from "./dialog.ts";
import { BankRefusal, createPinGuard, KnownRefusal } from "./pin-guard.ts";
import { Progress, type SignIn } from "./progress.ts";
import { type LoginRead, readLogin, TanWanted } from "./read-login.ts";
import { toFault } from "./refusals.ts";
import { answerSignIn, pollApproval, startSignIn } from "./sign-in.ts";
import { requireUsable, State, type Stop } from "./state.ts";

/** The time limit of a step while its user waits, and of a read without a waiting user. */
const STEP_LIMIT_MS = 45_000;
const READ_LIMIT_MS = 10 * 60_000;

/** How many dialogs may wait for an approval at once. */
const MAX_WAITING = 10_000;

/** The names of the form's fields. */
const USER = "user";
const PIN = "pin";
const BANK_CODE = "bank_code";

/** The dependencies of the connector. */
export type FintsDeps = DescribedDeps & {
  vault: Vault;
  /** The operator's product registration, which banks require; null without a registration. */
  fintsProductId: string | null;
};

/**
 * Connects to German banks by FinTS 3.0 with PIN and TAN, at the addresses in the operator's list.
 */
export const createFintsConnector = (deps: FintsDeps): Connector => {
  const { clock, described, environment, http, log, fintsProductId: productId } = deps;
  const guardPin = createPinGuard(deps);
  /**
   * The last message of each dialog that waits for an approval. A bank ends a dialog that repeats a
   * message.
   */
  const polled = new LRUCache<string, number>({ max: MAX_WAITING });
  const requireBank = (institutionId: string): FintsBank => {
    const institution = described().find((each) => each.institutionId === institutionId);
    if (institution?.description.protocol !== "fints") throw new Fault("INVALID_INSTITUTION");
    if (!institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    return institution.description;
  };
  const withBank = async <T>(
    { institutionId, credentials, limitMs }: Visit,
    work: (signIn: SignIn) => Promise<T>,
  ): Promise<T> => {
    const bank = requireBank(institutionId);
    if (productId === null)
      throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT", {
        message: "FINTS_PRODUCT_ID is not set",
      });
    const { user = "", pin = "" } = credentials;
    const bankCode = credentials[BANK_CODE] ?? bank.bank_codes[0] ?? "";
    if (!isTyped(user, 30) || !isTyped(pin, 90) || !bank.bank_codes.includes(bankCode))
      throw new Fault("INVALID_CREDENTIALS");
    return guardPin({ institutionId, user, pin }, async () => {
      const client = http.open({ hosts: [new URL(bank.address).hostname], privateHosts: [] });
      try {
        const send = openTransport(client, bank.address, { clock, deadline: clock() + limitMs });
        return await work({ institutionId, bankCode, user, pin, productId, send });
      } finally {
        await client.close();
      }
    });
  };
  /** Runs a step in Link, where the user reads the reason of a refusal. */
  const inLink = async <T>(
    visit: Omit<Visit, "limitMs">,
    language: Language,
    work: (signIn: SignIn) => Promise<T>,
  ): Promise<T> => {
    try {
      return await withBank({ ...visit, limitMs: STEP_LIMIT_MS }, work);
    } catch (failure) {
      if (failure instanceof BankRefusal) throw toFault(failure.refusal, failure.answer, language);
      if (failure instanceof KnownRefusal)
        throw new Fault("INVALID_CREDENTIALS", {
          message: failure.message,
          display: FORM_WORDS[language].fints.knownPin,
        });
      throw failure;
    }
  };
  const read = async (login: InstitutionLogin, period: Period | null): Promise<LoginRead> => {
    const state = requireUsable(login);
    const { institutionId, credentials } = login;
    const stop = async (stopped: Stop, cause: unknown): Promise<never> => {
      await login.replaceState(JSON.stringify({ ...state, stopped }));
      throw new Fault("ITEM_LOGIN_REQUIRED", { cause });
    };
    try {
      const answer = await withBank(
        { institutionId, credentials, limitMs: READ_LIMIT_MS },
        (signIn) => readLogin({ ...signIn, bankCode: state.bankCode, state, clock, log }, period),
      );
      if (period && answer.isPartial !== state.isPartial)
        await login.replaceState(JSON.stringify({ ...state, isPartial: answer.isPartial }));
      return answer;
    } catch (failure) {
      if (failure instanceof TanWanted) return stop("tan", failure);
      if (failure instanceof KnownRefusal) return stop("pin", failure);
      if (!(failure instanceof BankRefusal)) throw failure;
      const { refusal } = failure;
      if (refusal === "later" || refusal === "product")
        throw toFault(refusal, failure.answer, DEFAULT_LANGUAGE);
      return stop(refusal, failure);
    }
  };
  return {
    institutions: catalogueInstitutions(fintsBanks(described), ({ description }) => ({
      enabled: productId !== null && baseProblem(description.address, environment) === null,
      fields: fieldsIn(description, DEFAULT_LANGUAGE),
      translations: Object.fromEntries(
        LANGUAGES.map((language) => [
          language,
          {
            fields: fieldsIn(description, language),
            help: FORM_WORDS[language].fints.before(description.name),
          },
        ]),
      ),
    })),
    start: (institutionId, typed, { language = DEFAULT_LANGUAGE, connectorState = null } = {}) => {
      const credentials = {
        ...typed,
        [USER]: (typed[USER] ?? "").trim(),
        [PIN]: (typed[PIN] ?? "").trim(),
      };
      const before = connectorState === null ? null : State.parse(JSON.parse(connectorState));
      return inLink({ institutionId, credentials }, language, async (signIn) => ({
        ...(await startSignIn(signIn, { language, before })),
        credentials,
      }));
    },
    answer: (institutionId, credentials, progressText, answers, language = DEFAULT_LANGUAGE) =>
      inLink({ institutionId, credentials }, language, (signIn) =>
        answerSignIn(signIn, Progress.parse(JSON.parse(progressText)), answers),
      ),
    approval: {
      poll: (institutionId, credentials, progressText) => {
        const progress = Progress.parse(JSON.parse(progressText));
        return inLink({ institutionId, credentials }, progress.language, async (signIn) => {
          if (progress.at === "tan") {
            const { dialog, reference } = progress;
            // Ids of dialogs are the banks' own: two banks may choose one.
            const name = JSON.stringify([institutionId, signIn.user, dialog.id, reference]);
            if ((polled.get(name) ?? 0) >= dialog.next) return { at: "pending", slowDown: false };
            polled.set(name, dialog.next);
          }
          return pollApproval(signIn, progress);
        });
      },
    },
    renewalHelp: (connectorState, language) => {
      const { stopped } = State.parse(JSON.parse(connectorState));
      return stopped && FORM_WORDS[language].fints.stopped[stopped];
    },
    isSameCustomer: (connectorState, other) => userOf(connectorState) === userOf(other),
    transactions: async (login, period) => (await read(login, period)).transactions,
    balances: async (login) => (await read(login, null)).balances,
    pull: read,
    // A booked transaction may be in an unreadable row.
    confirmGone: async ({ connectorState }, { gone }) => {
      const isPartial =
        connectorState !== null && State.parse(JSON.parse(connectorState)).isPartial;
      const confirmed = gone.filter(({ pending }) => pending || !isPartial);
      return new Set(confirmed.map(({ transactionId }) => transactionId));
    },
    identity: async () => {
      throw new Fault("PRODUCTS_NOT_SUPPORTED");
    },
    matchesDeposits: async () => false,
  };
};

type Visit = { institutionId: string; credentials: Record<string, string>; limitMs: number };
type FintsInstitution = DescribedInstitution & { description: FintsBank };

/**
 * The banks among the described institutions. The list object stays the same until the institutions
 * change.
 */
function fintsBanks(described: FintsDeps["described"]): () => readonly FintsInstitution[] {
  let source: readonly DescribedInstitution[] | null = null;
  let banks: readonly FintsInstitution[] = [];
  return () => {
    if (source !== described()) {
      source = described();
      banks = source.filter(
        (each): each is FintsInstitution => each.description.protocol === "fints",
      );
    }
    return banks;
  };
}

function fieldsIn({ bank_codes: codes }: FintsBank, language: Language): CredentialField[] {
  const words = FORM_WORDS[language].fints;
  return [
    { name: USER, label: words.user, type: "text" },
    { name: PIN, label: words.pin, type: "password" },
    ...(codes.length > 1
      ? [
          {
            ...{ name: BANK_CODE, label: words.bankCode, type: "select" as const },
            options: codes.map((code) => ({ value: code, label: code })),
          },
        ]
      : []),
  ];
}

/** Whether a message can contain a text: only ISO 8859-1 characters without controls. */
const isTyped = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && /^[\x20-\x7e\xa0-\xff]+$/.test(text);

const userOf = (connectorState: string): string => State.parse(JSON.parse(connectorState)).user;
