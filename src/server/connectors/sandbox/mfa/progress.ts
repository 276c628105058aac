import { z } from "zod";
import type { Challenge } from "../../../../protocol/login-form.ts";
import { byInput } from "../../../../protocol/mfa-kinds.ts";
import { Fault } from "../../../domain/fault.ts";
import { AccountChanges, NO_CHANGES } from "../connector-state.ts";
import type { Rounds } from "./rounds.ts";

/** The progress of a login: its round, and the mask of the device that a code was sent to. */
export const Progress = z.strictObject({
  round: z.int().min(0).max(9),
  sentTo: z.string().nullable(),
  /** The account changes of an Item in update mode. */
  changes: AccountChanges.default(NO_CHANGES),
});
export type Progress = z.infer<typeof Progress>;

/** The progress at the start of a login. */
export const START: Progress = { round: 0, sentTo: null, changes: NO_CHANGES };

/** The challenge at this point; null after the last one. */
export const challengeAt = (rounds: Rounds, { round, sentTo }: Progress): Challenge | null => {
  const challenge = rounds[round];
  return challenge && "sent_to" in challenge
    ? { ...challenge, sent_to: sentTo }
    : (challenge ?? null);
};

/** The progress after these answers; INVALID_MFA if one is wrong, missing or superfluous. */
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
  if (!isRight) throw new Fault("INVALID_MFA");
  const device =
    "devices" in challenge ? challenge.devices.find(({ id }) => id === answers[0]) : undefined;
  return { round: round + 1, sentTo: device?.mask ?? null, changes };
};

/** The accepted answers to each question of a challenge. */
function rightAnswers(challenge: Challenge, round: number): string[][] {
  return byInput(challenge, {
    device: ({ devices }) => [devices.map(({ id }) => id)],
    code: () => [["1234"]],
    text: ({ questions }) => questions.map((_, at) => [`answer_${round}_${at}`]),
    options: ({ questions }) => questions.map(({ options }) => options.slice(0, 1)),
  });
}
