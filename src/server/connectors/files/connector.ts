import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import {
  COUNTRY_CODES,
  DEFAULT_LANGUAGE,
  type Environment,
  FILES_INSTITUTION_ID,
  LANGUAGES,
  type Language,
} from "../../../protocol/vocabulary.ts";
import type { BankTransaction } from "../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { checkCredentials } from "../../domain/connectors/credentials.ts";
import type { LoginStep, OpenMatch } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { OnRead } from "../../formats/read-share.ts";
import { mergeWords } from "../../formats/trade-words.ts";
import { HEALTH_SINCE } from "../sandbox/catalogue/institution.ts";
import type { AddedResult, AddFile } from "./add-file.ts";
import { toAccount, toBalances } from "./bank-accounts.ts";
import { effectText, writeNote } from "./file-note.ts";
import type { FileChoices } from "./file-rules.ts";
import { idsIn, summaryIn, withIds } from "./files-state.ts";
import { joinPieces } from "./investments.ts";
import { mismatchReason, openFact } from "./open-fact.ts";
import { challengeFor, choicesIn, type Open } from "./questions.ts";
import { requireSameCurrency, toFault } from "./refusals.ts";
import { writeSampleFile } from "./sample-file.ts";
import { createThreads, type Threads } from "./threads.ts";

/** The progress of a file with questions: the state to add to, and the user's answers. */
type Progress = {
  state: string | null;
  newKey: string;
  person: string;
  choices: FileChoices;
  /** The earlier files' transactions that may be the same. */
  matches: readonly OpenMatch[];
  open: Open;
};

/** The dependencies of the connector. */
export type FilesDeps = Pick<Runtime, "clock" | "random" | "every"> & { environment: Environment };

/**
 * Accepts files that users have downloaded from their banks. Nothing of a file is stored before the
 * whole file is read. An Item's state has all contents of its files, and later files are merged
 * into it.
 */
export const createFilesConnector = (
  { environment, clock, random, every }: FilesDeps,
  threads: Threads = createThreads(every),
): Connector => {
  const settings = () => ({ now: clock(), samplesOnly: environment === "sandbox" });

  const read = (
    file: Omit<AddFile, "now" | "samplesOnly">,
    language: Language,
    options: { person: string; onRead?: OnRead | undefined },
  ): Promise<AddedResult> =>
    threads.run("addFile", { ...file, ...settings() }, options).catch((failure: unknown) => {
      throw toFault(failure, language);
    });

  const pieces: NonNullable<Connector["files"]>["pieces"] = ({ connectorState }, period) => {
    async function* read<T>(task: "readKeys" | "readTransactions"): AsyncGenerator<T[]> {
      if (connectorState === null) return;
      for await (const piece of threads.read(task, { state: connectorState, period }))
        yield JSON.parse(piece);
    }
    return {
      keys: () => read("readKeys"),
      transactions: () => read("readTransactions"),
    };
  };

  const step = async (
    credentials: Record<string, string>,
    progress: Omit<Progress, "open">,
    language: Language,
    onRead?: OnRead,
  ): Promise<LoginStep> => {
    const { state, newKey, person, choices, matches } = progress;
    const { bank = "", file = "" } = credentials;
    const { matchAnswers, ...facts } = choices;
    const result = await read({ file, bank, state, newKey, ...facts }, language, {
      person,
      onRead,
    });
    const ask = (open: Open): LoginStep => ({
      at: "challenge",
      challenge: challengeFor(open, language, newKey),
      isPrivate: true,
      progress: JSON.stringify({ ...progress, open } satisfies Progress),
    });
    if (result.at !== "done") return ask(result);
    if (matches.length > 0 && !matchAnswers) return ask({ at: "matches", matches });
    return {
      at: "accounts",
      accounts: result.accounts.map((summary) => toAccount(summary, bank, language)),
      connectorState: result.state,
      addedKeys: result.keys,
      credentials: { bank },
      ...(matchAnswers && { matchAnswers }),
      ...writeNote(result, language),
    };
  };

  return {
    institutions: () => [filesInstitution],
    start: async (institutionId, credentials, { language = DEFAULT_LANGUAGE, ...user } = {}) => {
      if (institutionId !== FILES_INSTITUTION_ID) throw new Fault("INVALID_INSTITUTION");
      const state = user.connectorState ?? null;
      checkCredentials(fieldsFor(language, state !== null), credentials);
      const bank = state === null ? (credentials.bank ?? "").trim() : summaryIn(state).bank;
      if (bank === "")
        throw new Fault("MISSING_FIELDS", { message: "credential fields are missing: bank" });
      const { openMatches: matches = [], onRead } = user;
      const newKey = opaqueId(random, 20);
      const start = { state, newKey, person: user.person ?? newKey, choices: {}, matches };
      return step({ ...credentials, bank }, start, language, onRead);
    },
    answer: async (_, credentials, sealed, answers, language = DEFAULT_LANGUAGE) => {
      const { open, ...progress }: Progress = JSON.parse(sealed);
      const choices = choicesIn(open, answers, language, progress.newKey);
      return step(
        credentials,
        { ...progress, choices: withChoices(progress.choices, choices) },
        language,
      );
    },
    transactions: async (login, period) => {
      const transactions: BankTransaction[] = [];
      for await (const piece of pieces(login, period).transactions()) transactions.push(...piece);
      return transactions;
    },
    balances: async ({ connectorState }) =>
      connectorState === null
        ? []
        : summaryIn(connectorState).accounts.map((summary) => ({
            key: summary.key,
            balances: toBalances(summary),
          })),
    investments: async ({ connectorState: state }, period) =>
      joinPieces(state === null ? [] : threads.read("readInvestments", { state, period })),
    files: {
      pieces,
      changedSince: (connectorState, since) => {
        const days = summaryIn(connectorState).files.flatMap(({ at, changedFrom }) =>
          changedFrom !== null && at >= since - MAX_DELAY_MS ? [changedFrom] : [],
        );
        return days.toSorted()[0] ?? null;
      },
      add: async (
        { connectorState },
        { file, accountKey, table, dateOrder, encoding, year, tradeWords, repeats },
        { language = DEFAULT_LANGUAGE, person, onRead } = {},
      ) => {
        if (connectorState === null) throw new Fault("INVALID_FILE");
        const { bank } = summaryIn(connectorState);
        const newKey = opaqueId(random, 20);
        const result = await read(
          {
            ...{ file, bank, state: connectorState, newKey },
            ...{ account: accountKey, mapping: table, dateOrder, encoding, year, tradeWords },
            ...{ answers: repeats, acceptsGuess: true },
          },
          language,
          { person: person ?? newKey, onRead },
        );
        if (result.at !== "done") return openFact(result);
        const { state, keys, added, leftOut } = result;
        requireSameCurrency(result, accountKey);
        const reasons = [
          ...leftOut.first.map(({ message }) => message),
          ...(result.mismatch ? [mismatchReason(result.mismatch)] : []),
        ];
        return {
          ...{ connectorState: state, addedKeys: keys, added },
          leftOut: {
            count: leftOut.count,
            reasons,
            ...{ note: "", ...writeNote(result, language) },
          },
        };
      },
      effect: async ({ file = "", bank = "" }, sealed, answers, language) => {
        const { open, state, newKey, person, choices }: Progress = JSON.parse(sealed);
        if (open.at !== "columns" && open.at !== "words") return null;
        try {
          const next = choicesIn(open, answers, language, newKey);
          const { matchAnswers: _, ...facts } = withChoices(choices, next);
          const request = { file, bank, state, newKey, ...facts, ...settings() };
          const effect = await threads.run("previewFile", request, { person });
          return effect && effectText(effect, FORM_WORDS[language].files, language);
        } catch (failure) {
          const fault = toFault(failure, language);
          if (!(fault instanceof Fault)) throw fault;
          return fault.code === "RATE_LIMIT" ? null : fault.body.display_message;
        }
      },
      ...{ idsIn, withIds },
      sample: () => writeSampleFile(clock()),
      isSuccessor: (connectorState, next) =>
        next === connectorState ||
        summaryIn(next).revision === summaryIn(connectorState).revision + 1,
    },
    identity: async () => {
      throw new Fault("PRODUCTS_NOT_SUPPORTED");
    },
    matchesDeposits: async () => false,
  };
};

/** The choices so far with the next ones; words of trades may be asked about more than once. */
const withChoices = (before: FileChoices, next: FileChoices): FileChoices => ({
  ...{ ...before, ...next },
  ...(next.tradeWords && {
    tradeWords: mergeWords(before.tradeWords ?? [], next.tradeWords),
  }),
});

/** How long after reading a file its Item may be stored, since the user still chooses accounts. */
const MAX_DELAY_MS = 24 * 60 * 60 * 1000;

/** The entry for files in the list of institutions. */
export const filesInstitution = ((): CatalogueInstitution => {
  const inLanguage = (language: Language) => {
    const { name, label } = FORM_WORDS[language].files;
    return { name, label, fields: fieldsFor(language, false) };
  };
  return {
    institutionId: FILES_INSTITUTION_ID,
    ...inLanguage(DEFAULT_LANGUAGE),
    aliases: LANGUAGES.flatMap((language) => {
      const { label, aliases } = FORM_WORDS[language].files;
      return [label, ...aliases];
    }),
    // A file proves neither an account's owner nor its number.
    products: ["transactions", "balance", "investments"],
    countryCodes: [...COUNTRY_CODES],
    routingNumbers: [],
    oauth: false,
    url: null,
    logoShape: "sheet",
    color: "#44546a",
    health: "HEALTHY",
    healthSince: HEALTH_SINCE,
    supported: true,
    enabled: true,
    purpose: "file",
    translations: Object.fromEntries(LANGUAGES.map((each) => [each, inLanguage(each)])),
  };
})();

/** The fields of the form. An existing Item knows its bank. */
function fieldsFor(language: Language, isUpdate: boolean): CredentialField[] {
  const { bank, file } = FORM_WORDS[language].files;
  return [
    ...(isUpdate ? [] : [{ name: "bank", label: bank, type: "text" } as const]),
    { name: "file", label: file, type: "file" },
  ];
}
