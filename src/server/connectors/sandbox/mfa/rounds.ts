import { SANDBOX_WORDS } from "../../../../i18n/sandbox.ts";
import type { Challenge } from "../../../../protocol/login-form.ts";
import type { Language } from "../../../../protocol/vocabulary.ts";
import { seededRandom } from "../random.ts";

/** The challenges after the credentials, in order; one challenge is one round. */
export type Rounds = readonly Challenge[];

const QUESTION_ROUNDS = /^mfa_questions_([1-9]|10)_([1-9]|10)$/;
const SELECTION_ROUNDS = /^mfa_selections_([1-9]|10)_([1-9]|10)_([2-9]|10)$/;

/** The rounds of a password `mfa_…`; null for any other password. */
export const roundsFor = (person: string, password: string, language: Language): Rounds | null => {
  if (password === "mfa_device") return deviceRounds(person);
  if (password === "mfa_code") return [{ type: "code", sent_to: null }];
  if (password === "mfa_selections")
    return [{ type: "selections", questions: SANDBOX_WORDS[language].selections }];
  const [rounds, questions] = numbersIn(password, QUESTION_ROUNDS);
  if (rounds && questions) return questionRounds(rounds, questions, language);
  const [turns, perRound, options] = numbersIn(password, SELECTION_ROUNDS);
  return turns && perRound && options ? selectionRounds(turns, perRound, options, language) : null;
};

/** Where to send a code, and then the code. A person has the same devices at every institution. */
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

/** Questions to be answered in words, each of which contains its right answer. */
export const questionRounds = (rounds: number, questions: number, language: Language): Rounds =>
  upTo(rounds).map((round) => ({
    type: "questions",
    questions: upTo(questions).map((at) => {
      const pool = SANDBOX_WORDS[language].questions;
      return `${pool[(round + at) % pool.length]} (answer_${round}_${at})`;
    }),
  }));

/** Questions to be answered with one of their options, the first of which is right. */
export const selectionRounds = (
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

function numbersIn(password: string, pattern: RegExp): number[] {
  return (pattern.exec(password) ?? []).slice(1).map(Number);
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
