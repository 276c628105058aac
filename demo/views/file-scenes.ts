import { FORM_WORDS } from "../../src/i18n/forms.ts";
import type { MachineEvent } from "../../src/link/machine/machine-event.ts";
import { linkError } from "../../src/protocol/errors.ts";
import type { InstitutionRow } from "../../src/protocol/institution.ts";
import type { LoginForm } from "../../src/protocol/login-form.ts";
import type { Language } from "../../src/protocol/vocabulary.ts";
import { challengeFor, type Open } from "../../src/server/connectors/files/questions.ts";
import { bankAt } from "./samples.ts";
import type { Scene } from "./scenes.ts";

const NEW_KEY = "new";

const account = (name: string | null) => ({
  ...{ key: name ?? "", current: null, available: null },
  account: {
    ...{ id: null, iban: null, bankId: null, name, type: "savings" as const, currency: "EUR" },
  },
});

/** The facts that a file may leave open, as the connector finds them. */
const OPEN: Record<string, Open> = {
  "file-columns": {
    at: "columns",
    currency: null,
    guess: {
      mapping: {
        ...{ delimiter: ";", skippedRows: 1, dateOrder: "DMY", decimalMark: ",", isNegated: false },
        columns: { date: 0, payee: 1, description: 2, amount: 3 },
      },
      header: ["Buchungstag", "Name", "Verwendungszweck", "Betrag", "Saldo"],
      preview: [
        ["02.01.2026", "Moonbean Coffee", "Kartenzahlung 4711", "-4,14", "1.200,00"],
        ["05.01.2026", "Juniper Labs", "Gehalt Januar", "1.890,50", "3.090,50"],
        ["09.01.2026", "Greenway Market", "SEPA-Lastschrift 20260109-0012", "-62,80", "3.027,70"],
      ],
      confidence: 0.8,
      doubts: ["dateOrder"],
    },
  },
  "file-rules": { at: "rules", hasDateOrder: true, hasCurrency: true },
  "file-account": { at: "account", accounts: [account("Rainy Day"), account(null)] },
  "file-same": {
    at: "questions",
    questions: [
      {
        ...{ date: "2026-01-09", amount: "-62.80" },
        ...{ before: "Greenway Market", now: "GREENWAY MKT 0421" },
      },
    ],
  },
  "file-many": {
    at: "questions",
    questions: Array.from({ length: 14 }, () => ({
      ...{ date: "2026-01-09", amount: "-62.80", before: "Greenway Market", now: "GW 0421" },
    })),
  },
  "file-matches": {
    at: "matches",
    matches: [
      {
        ...{ transactionId: "now", beforeId: "before" },
        before: { date: "2026-01-11", amount: 20, name: "Copper Ladle" },
        now: { date: "2026-01-13", amount: 24, name: "COPPER LADLE 0421" },
      },
    ],
  },
};

/** Returns the scenes of files, and of tokens that users make at their banks, after a form of `toForm`. */
export const fileScenes = (
  language: Language,
  toForm: (form: LoginForm) => MachineEvent[],
): Scene[] => {
  const words = FORM_WORDS[language];
  const { titles, note, sample, sampleFile, problems, line, ...texts } = words.files;
  const institution: InstitutionRow = {
    ...bankAt(5),
    ...{ institution_id: "ins_909999", name: texts.name, label: texts.label },
  };
  const formTexts = {
    title: titles.first,
    note: note("Orchard Budget"),
    sample: sampleFile,
    tooLarge: problems.FILE_TOO_LARGE,
    lead: texts.lead,
    missing: texts.missing,
    columns: texts.columns,
    columnsHelp: texts.columnsHelp,
    questions: texts.questions,
    questionsHelp: texts.questionsHelp,
    sending: texts.sending,
    reading: texts.reading,
  };
  const file: LoginForm = {
    ...{ institution, url: null, health: "HEALTHY", purpose: "file", consent: null },
    fields: [
      { name: "bank", label: texts.bank, type: "text" },
      { name: "file", label: texts.file, type: "file" },
    ],
    texts: formTexts,
  };
  const sent: MachineEvent = { type: "credentials.submitted", credentials: { bank: "", file: "" } };
  const refused = (display: string): MachineEvent => ({
    type: "bridge.refused",
    error: linkError("INVALID_FILE", { display }),
    trace: { at: Date.parse("2026-11-23T14:05:00Z"), requestId: "aB3dE6gH9jK2mN5" },
  });
  const tokenForm = (name: string, label: string, help: string): LoginForm => ({
    ...{ institution: { ...bankAt(3), name }, url: "https://birch.example", health: "HEALTHY" },
    ...{ purpose: "login", consent: null, help },
    fields: [{ name: "token", label, type: "password" }],
  });
  const { token, before, setupToken, beforeSetup } = words.ownToken;
  const bankToken = tokenForm("Birch Credit Union", token, before("Birch Credit Union"));
  const simplefin = tokenForm("SimpleFIN", setupToken, beforeSetup);
  return [
    { id: "file", title: "A file", events: toForm(file) },
    {
      ...{ id: "file-sample", title: "A file in the sandbox" },
      events: toForm({ ...file, help: sample, url: "/sandbox/sample-file.ofx" }),
    },
    {
      ...{ id: "file-newer", title: "A newer file" },
      events: toForm({
        ...file,
        fields: file.fields.slice(1),
        texts: { ...formTexts, title: titles.newer },
      }),
    },
    {
      ...{ id: "file-refused", title: "A broken file" },
      events: [...toForm(file), sent, refused(line(6, problems.INVALID_AMOUNT))],
    },
    ...Object.entries(OPEN).map(([id, open]) => ({
      ...{ id, title: `A question about a file: ${open.at}` },
      events: [
        ...toForm(file),
        sent,
        { type: "mfa.required", challenge: challengeFor(open, language, NEW_KEY) } as const,
      ],
    })),
    { id: "token", title: "A bank's own token", events: toForm(bankToken) },
    { id: "setup-token", title: "A setup token of SimpleFIN", events: toForm(simplefin) },
  ];
};
