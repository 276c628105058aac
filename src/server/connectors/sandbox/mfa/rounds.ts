import { SANDBOX_WORDS } from "../../../../i18n/sandbox.ts";
import type { Challenge } from "../../../../protocol/login-form.ts";
import type { MfaType } from "../../../../protocol/mfa-kinds.ts";
import type { Language } from "../../../../protocol/vocabulary.ts";
import { seededRandom } from "../random.ts";

/** The challenges after the credentials, in order; one challenge is one round. */
export type Rounds = readonly Challenge[];

/** The numbers of rounds, questions and options that a user of `user_custom` has. */
type CustomRounds = {
  question_rounds: number;
  questions_per_round: number;
  selection_rounds: number;
  selections_per_question: number;
};

type SandboxMfa = {
  /** The passwords that ask for this kind. */
  passwords: RegExp;
  /** Returns the rounds of such a password, of the numbers in it. */
  rounds(numbers: number[], person: string, language: Language): Rounds;
  /** Returns the rounds of `user_custom`; without it the kind is not for `user_custom`. */
  customRounds?(custom: CustomRounds, person: string, language: Language): Rounds;
};

/** The kinds of MFA at the sandbox's institutions. */
const SANDBOX_MFA: Record<MfaType, SandboxMfa> = {
  device: {
    passwords: /^mfa_device$/,
    rounds: (_, person) => deviceRounds(person),
    customRounds: (_, person) => deviceRounds(person),
  },
  code: {
    passwords: /^mfa_code$/,
    rounds: () => [{ type: "code", sent_to: null }],
  },
  questions: {
    passwords: /^mfa_questions_([1-9]|10)_([1-9]|10)$/,
    rounds: ([rounds = 1, questions = 1], _, language) =>
      questionRounds(rounds, questions, language),
    customRounds: ({ question_rounds, questions_per_round }, _, language) =>
      questionRounds(question_rounds, questions_per_round, language),
  },
  selections: {
    passwords: /^mfa_selections(?:_([1-9]|10)_([1-9]|10)_([2-9]|10))?$/,
    rounds: ([rounds, questions = 1, options = 2], _, language) =>
      rounds === undefined
        ? [{ type: "selections", questions: SANDBOX_WORDS[language].selections }]
        : selectionRounds(rounds, questions, options, language),
    customRounds: (custom, _, language) =>
      selectionRounds(
        custom.selection_rounds,
        custom.questions_per_round,
        custom.selections_per_question,
        language,
      ),
  },
};

/** The kinds of MFA for `user_custom`. */
export const CUSTOM_MFA_TYPES = (Object.keys(SANDBOX_MFA) as MfaType[]).filter(
  (type) => SANDBOX_MFA[type].customRounds,
);

/** Returns the rounds that `user_custom` describes. */
export const customRounds = (
  { type, ...custom }: CustomRounds & { type: MfaType },
  person: string,
  language: Language,
): Rounds => SANDBOX_MFA[type].customRounds?.(custom, person, language) ?? [];

/** Returns the rounds of a password `mfa_…`; null for any other password. */
export const roundsFor = (person: string, password: string, language: Language): Rounds | null => {
  for (const { passwords, rounds } of Object.values(SANDBOX_MFA)) {
    const match = passwords.exec(password);
    const numbers = match?.slice(1).filter((text) => text !== undefined);
    if (numbers) return rounds(numbers.map(Number), person, language);
  }
  return null;
};

/** A choice of device, and then the code. A person has the same devices at every institution. */
export const deviceRounds = (person: string): Rounds => {
  const random = seededRandom(person, "devices");
  const phone = () => `•••• ${random.digits(4)}`;
  const devices: Extract<Challenge, { type: "device" }>["devices"] = [
    { id: "phone-1", kind: "phone", mask: phone() },
    { id: "phone-2", kind: "phone", mask: phone() },
    { id: "email", kind: "email", mask: `${random.pick(LETTERS)}•••@mail.example` },
  ];
  return [
    { type: "device", devices },
    { type: "code", sent_to: null },
  ];
};

const LETTERS = ["a", "d", "e", "j", "k", "m", "s", "t"] as const;

/** Questions with a free-text answer; each question contains the right one. */
const questionRounds = (rounds: number, questions: number, language: Language): Rounds =>
  upTo(rounds).map((round) => ({
    type: "questions",
    questions: upTo(questions).map((at) => {
      const pool = SANDBOX_WORDS[language].questions;
      return `${pool[(round + at) % pool.length]} (answer_${round}_${at})`;
    }),
  }));

/** Questions with options; the first option is right. */
const selectionRounds = (
  rounds: number,
  questions: number,
  options: number,
  language: Language,
): Rounds =>
  upTo(rounds).map((round) => ({
    type: "selections",
    questions: upTo(questions).map((at) => ({
      question: SANDBOX_WORDS[language].numberedQuestion(at, round),
      options: upTo(options).map((option) => `answer_${round}_${at}_${option}`),
    })),
  }));

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
