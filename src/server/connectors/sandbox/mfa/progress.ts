import { z } from "zod";
import type { Challenge } from "../../../../protocol/bridge.ts";
import { Fault } from "../../../domain/fault.ts";
import type { Rounds } from "./rounds.ts";

/** How far a login has come: the round it is in, and the mask of where a code was sent. */
export const Progress = z.strictObject({
  round: z.int().min(0).max(9),
  sentTo: z.string().nullable(),
});
export type Progress = z.infer<typeof Progress>;

/** Where every login starts. */
export const START: Progress = { round: 0, sentTo: null };

/** What is asked at this point; null when nothing is left to ask. */
export const challengeAt = (rounds: Rounds, { round, sentTo }: Progress): Challenge | null => {
  const challenge = rounds[round];
  return challenge?.type === "code" ? { ...challenge, sent_to: sentTo } : (challenge ?? null);
};

/** How far a login has come by these answers; INVALID_MFA when one is wrong, lacking or too many. */
export const afterAnswers = (
  rounds: Rounds,
  { round }: Progress,
  answers: readonly string[],
): Progress => {
  const challenge = rounds[round];
  if (!challenge) throw new Error("the login is in a round that it does not have");
  const expected = rightAnswers(challenge, round);
  const right =
    answers.length === expected.length &&
    expected.every((among, at) => among.some((answer) => answer === answers[at]));
  if (!right) throw new Fault("INVALID_MFA");
  const device =
    challenge.type === "device" ? challenge.devices.find(({ id }) => id === answers[0]) : undefined;
  return { round: round + 1, sentTo: device?.mask ?? null };
};

/** For each answer that a challenge wants, the ones that are right. */
function rightAnswers(challenge: Challenge, round: number): string[][] {
  switch (challenge.type) {
    case "device":
      return [challenge.devices.map(({ id }) => id)];
    case "code":
      return [["1234"]];
    case "questions":
      return challenge.questions.map((_, at) => [`answer_${round}_${at}`]);
    case "selections":
      return challenge.questions.map(({ options }) => options.slice(0, 1));
  }
}
