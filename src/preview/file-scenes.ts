import { FORM_WORDS } from "../i18n/forms.ts";
import { REASON_WORDS } from "../i18n/reasons.ts";
import type { MachineEvent } from "../link/machine/machine-event.ts";
import { linkError } from "../protocol/errors/errors.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { Challenge, LoginForm } from "../protocol/link/login-form.ts";
import { reasonsText } from "../protocol/match-reason.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { bankAt, type Scene, scene } from "./samples.ts";

type Questions = Extract<Challenge, { type: "selections" }>;

/** The currencies in the connector's question. */
const CURRENCIES = [
  ...["USD", "EUR", "GBP", "CAD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN"],
  ...["AED", "AUD", "BRL", "CNY", "HKD", "ILS", "INR", "ISK", "JPY", "KRW", "MXN", "NZD", "RSD"],
  ...["RUB", "SGD", "THB", "TRY", "UAH", "VND", "ZAR"],
];

/** Returns the questions about files by scene, in the files connector's words. */
export const fileQuestions = (language: Language): Record<string, Questions> => {
  const words = FORM_WORDS[language].files;
  const { roles, dateOrders, ignored, kinds } = words;
  const row = (day: number, amount: number) => ({
    day: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
      Date.UTC(2026, 0, day),
    ),
    amount: new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
      .format(amount)
      .replace("-", "−"),
  });
  const { pair } = words;
  const gone = { ...row(11, -20), name: "Copper Ladle" };
  const added = { ...row(13, -24), name: "COPPER LADLE 0421" };
  const why = reasonsText(
    [
      { reason: "more", value: 20 },
      { reason: "later", value: 2 },
    ],
    REASON_WORDS[language],
  );
  const ask = (question: string, options: string[], chosen?: string): Questions["questions"] => [
    { question, options, ...(chosen !== undefined && { chosen }) },
  ];
  const column = (name: string, role: string) =>
    ask(name, [ignored, ...Object.values(roles)], role);
  const { DMY, MDY, YMD } = dateOrders;
  const selections = (...questions: Questions["questions"][]): Questions => ({
    type: "selections",
    questions: questions.flat(),
  });
  return {
    "file-columns": {
      ...selections(
        column("Buchungstag", roles.date),
        column("Name", roles.payee),
        column("Verwendungszweck", roles.description),
        column("Betrag", roles.amount),
        column("Saldo", ignored),
        ask(words.dateOrder, [DMY, MDY, YMD], DMY),
        ask(roles.currency, CURRENCIES, "EUR"),
      ),
      table: [
        ["02.01.2026", "Moonbean Coffee", "Kartenzahlung 4711", "-4,14", "1.200,00"],
        ["05.01.2026", "Juniper Labs", "Gehalt Januar", "1.890,50", "3.090,50"],
        ["09.01.2026", "Greenway Market", "SEPA-Lastschrift 20260109-0012", "-62,80", "3.027,70"],
      ],
    },
    "file-encoding": selections(
      ask(words.whichText, [
        "01.09.2026;Żabka Łąkowa;-12,50\n03.09.2026;Przelew śródroczny;1250,00",
        "01.09.2026;¯abka £¹kowa;-12,50\n03.09.2026;Przelew œródroczny;1250,00",
      ]),
    ),
    "file-sign": {
      ...selections(
        column("Date", roles.date),
        column("Description", roles.description),
        column("Amount", roles.amount),
        [
          {
            question: words.sign,
            options: [words.signs.out, words.signs.in],
            chosen: words.signs.out,
            pictures: [true, false].map((isIn) => [
              { text: "COPPER LADLE 0421", amount: "18.40", isIn },
              { text: "GAMMA 14 REF 200", amount: "250.00", isIn: !isIn },
            ]),
          },
        ],
        ask(roles.currency, CURRENCIES, "USD"),
      ),
      table: [
        ["2026-09-05", "COPPER LADLE 0421", "18.40"],
        ["2026-09-12", "GAMMA 14 REF 200", "-250.00"],
        ["2026-09-14", "NORTHLINE 77", "23.00"],
      ],
      note: words.mismatch(row(1, -310).amount, row(1, -310.5).amount),
    },
    "file-words": {
      ...selections(
        [["Vétel", 14] as const, ["Eladás", 3] as const, ["Osztalék", 1] as const].map(
          ([word, count]) => ({
            question: words.wordRows(word, count),
            options: Object.values(words.tradeKinds),
            chosen: words.tradeKinds.choose,
          }),
        ),
      ),
      title: words.words,
      lead: words.wordsHelp,
      table: [
        [row(5, -125).day, row(12, 60).day, row(14, 5).day],
        [words.unitsOf("10", "Acorn"), words.unitsOf("−4", "Acorn"), "Acorn"],
        [-125, 60, 5].map((amount) => row(1, amount).amount.replace("-", "−")),
      ],
    },
    "file-rules": selections(ask(words.dateOrder, [DMY, MDY]), ask(roles.currency, CURRENCIES)),
    "file-account": selections(
      ask(words.whichAccount, ["1. Rainy Day", `2. ${kinds.savings}`, words.newAccount]),
    ),
    "file-same": selections([
      {
        question: words.samePair({
          ...row(9, -62.8),
          ...{ before: "Greenway Market", now: "GREENWAY MKT 0421" },
        }),
        options: [words.same, words.other],
        pair: {
          title: pair.title,
          rows: [
            { label: pair.earlier, name: "Greenway Market", ...row(9, -62.8) },
            { label: pair.this, name: "GREENWAY MKT 0421", ...row(9, -62.8) },
          ],
          why: "",
        },
      },
    ]),
    "file-many": selections(ask(words.samePairs(14), [words.sameMany, words.otherMany])),
    "file-matches": selections([
      {
        question: words.match(gone, added, why),
        options: [words.same, words.other],
        pair: {
          title: pair.title,
          rows: [
            { label: pair.gone, ...gone },
            { label: pair.new, ...added },
          ],
          why: pair.why(why),
        },
      },
    ]),
  };
};

const TITLES: Record<string, string> = {
  "file-columns": "The columns of a file",
  "file-encoding": "The encoding of a file",
  "file-sign": "The sign of a file",
  "file-words": "The words of trades in a file",
  "file-rules": "The rules of a file",
  "file-account": "The account of a file",
  "file-same": "A row that an earlier file may have",
  "file-many": "Many such rows",
  "file-matches": "A transaction that may be another",
};

/** Returns the scenes of files, and of users' own tokens, after a form of `toForm`. */
export const fileScenes = (
  language: Language,
  toForm: (form: LoginForm) => MachineEvent[],
): Scene[] => {
  const words = FORM_WORDS[language];
  const { titles, note, sample, sampleFile, problems, line, ...texts } = words.files;
  const institution: InstitutionRow = {
    ...bankAt(5),
    ...{ mark: "sheet", color: "#44546a" },
    ...{ institution_id: "ins_909999", name: texts.name, label: texts.label },
  };
  const formTexts = {
    title: titles.first,
    note: note("Orchard Budget"),
    sample: sampleFile,
    tooLarge: problems.FILE_TOO_LARGE,
    lead: texts.lead,
    missing: texts.missing,
    choose: texts.choose,
    drop: texts.drop,
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
    downloads: [
      {
        names: ["lantern"],
        lines: texts.download("Lantern Bank", "Accounts › Activity › Export", "CSV"),
      },
    ],
    texts: formTexts,
  };
  const sent: MachineEvent = { type: "credentials.submitted", credentials: { bank: "", file: "" } };
  const refused = (display: string): MachineEvent => ({
    type: "bridge.refused",
    error: linkError("INVALID_FILE", { display }),
    trace: { at: Date.parse("2026-11-23T14:05:00Z"), requestId: "aB3dE6gH9jK2mN5" },
  });
  const tokenForm = (host: string, name: string, label: string, help: string): LoginForm => ({
    ...{ institution: { ...bankAt(2), name }, url: `https://${host}`, health: "HEALTHY" },
    ...{ purpose: "login", consent: null, help },
    fields: [{ name: "token", label, type: "password" }],
  });
  const { token, before, setupToken, beforeSetup } = words.ownToken;
  const bankToken = tokenForm(
    "birch.example",
    "Birch Credit Union",
    token,
    before("Birch Credit Union"),
  );
  const simplefin = tokenForm("bridge.simplefin.org", "SimpleFIN", setupToken, beforeSetup);
  return [
    scene("file", "A file", toForm(file)),
    scene(
      "file-sample",
      "A file in the sandbox",
      toForm({ ...file, help: sample, url: "/sandbox/sample-file.ofx" }),
    ),
    scene(
      "file-newer",
      "A newer file",
      toForm({
        ...file,
        fields: file.fields.slice(1),
        texts: { ...formTexts, title: titles.newer },
      }),
    ),
    scene("file-refused", "A broken file", [
      ...toForm(file),
      sent,
      refused(line(6, problems.INVALID_AMOUNT)),
    ]),
    ...Object.entries(fileQuestions(language)).map(([id, challenge]) =>
      scene(id, TITLES[id] ?? id, [...toForm(file), sent, { type: "mfa.required", challenge }]),
    ),
    scene("token", "A bank's own token", toForm(bankToken)),
    scene("setup-token", "A setup token of SimpleFIN", toForm(simplefin)),
  ];
};
