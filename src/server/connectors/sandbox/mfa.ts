import { z } from "zod";
import { SANDBOX_WORDS } from "../../../i18n/sandbox.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import { byInput, type MfaType } from "../../../protocol/link/mfa-kinds.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { AccountChanges, NO_CHANGES } from "./connector-state.ts";
import { seededRandom } from "./random.ts";

/** The challenges after the credentials in order; each challenge is a round. */
export type Rounds = readonly Challenge[];

/** The numbers of rounds, questions and options of a `user_custom`. */
type CustomRounds = {
  question_rounds: number;
  questions_per_round: number;
  selection_rounds: number;
  selections_per_question: number;
};

type SandboxMfa = {
  /** The passwords that request this kind. */
  passwords: RegExp;
  /** Returns the rounds of such a password, from the numbers in it. */
  rounds(numbers: number[], person: string, language: Language): Rounds;
  /** Returns the rounds of a `user_custom`; missing if the kind does not support `user_custom`. */
  customRounds?(custom: CustomRounds, person: string, language: Language): Rounds;
};

/** The valid code of every user; another code can be sent. */
const RIGHT_CODE = "1234";
const CODE: Challenge = {
  type: "code",
  sent_to: null,
  length: RIGHT_CODE.length,
  resend_after: 30,
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
    rounds: () => [CODE],
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

/** Returns a `user_custom`'s rounds. */
export const customRounds = (
  { type, ...custom }: CustomRounds & { type: MfaType },
  person: string,
  language: Language,
): Rounds => SANDBOX_MFA[type].customRounds?.(custom, person, language) ?? [];

/** Returns the rounds of a password `mfa_…`, or null. */
export const roundsFor = (person: string, password: string, language: Language): Rounds | null => {
  for (const { passwords, rounds } of Object.values(SANDBOX_MFA)) {
    const match = passwords.exec(password);
    const numbers = match?.slice(1).filter((text) => text !== undefined);
    if (numbers) return rounds(numbers.map(Number), person, language);
  }
  return null;
};

/** A choice of device, and then the code. A person's devices are the same at every institution. */
export const deviceRounds = (person: string): Rounds => {
  const random = seededRandom(person, "devices");
  const phone = () => `•••• ${random.digits(4)}`;
  const devices: Extract<Challenge, { type: "device" }>["devices"] = [
    { id: "phone-1", kind: "phone", mask: phone() },
    { id: "phone-2", kind: "phone", mask: phone() },
    { id: "email", kind: "email", mask: `${random.pick(LETTERS)}•••@mail.example` },
  ];
  return [{ type: "device", devices }, CODE];
};

const LETTERS = ["a", "d", "e", "j", "k", "m", "s", "t"] as const;

/** Questions with free-text answers. Each question contains its right answer. */
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

/** The progress of a login: its round, and the mask of the device that received a code. */
export const Progress = z.strictObject({
  round: z.int().min(0).max(9),
  sentTo: z.string().nullable(),
  /** The account changes of an Item in update mode. */
  changes: AccountChanges.default(NO_CHANGES),
});
export type Progress = z.infer<typeof Progress>;

/** The progress at the start of a login. */
export const START: Progress = { round: 0, sentTo: null, changes: NO_CHANGES };

/** The current challenge; null after the last one. */
export const challengeAt = (rounds: Rounds, { round, sentTo }: Progress): Challenge | null => {
  const challenge = rounds[round];
  return challenge && "sent_to" in challenge
    ? { ...challenge, sent_to: sentTo }
    : (challenge ?? null);
};

/** The progress after answers; INVALID_MFA for a wrong, missing or superfluous answer. */
export const afterAnswers = (
  rounds: Rounds,
  { round, changes }: Progress,
  answers: readonly string[],
): Progress => {
  const challenge = rounds[round];
  if (!challenge) throw new Error("the login is in a round that it does not have");
  const answerKey = rightAnswers(challenge, round);
  const isRight =
    answers.length === answerKey.length &&
    answerKey.every((answersFor, at) => answersFor.some((answer) => answer === answers[at]));
  if (!isRight) throw new Fault("INVALID_MFA", { triesLeft: triesLeftAfter(challenge, answers) });
  const device =
    "devices" in challenge ? challenge.devices.find(({ id }) => id === answers[0]) : undefined;
  return { round: round + 1, sentTo: device?.mask ?? null, changes };
};

/**
 * For the codes 0001 to 0009, the sandbox's banks report the last digit as the remaining attempts.
 */
function triesLeftAfter({ type }: Challenge, [code = ""]: readonly string[]): number | undefined {
  return type === "code" && /^000[1-9]$/.test(code) ? Number(code) : undefined;
}

/** The accepted answers to a challenge's questions. */
function rightAnswers(challenge: Challenge, round: number): string[][] {
  return byInput(challenge, {
    device: ({ devices }) => [devices.map(({ id }) => id)],
    code: () => [[RIGHT_CODE]],
    text: ({ questions }) => questions.map((_, at) => [`answer_${round}_${at}`]),
    options: ({ questions }) => questions.map(({ options }) => options.slice(0, 1)),
  });
}
