/**
 * The kinds of MFA that an institution may ask for: one row adds a kind. `input` decides the content of its
 * challenge, its form and its answers; `exitStatus` is for a user who leaves Link at it. Link's frame loads
 * this file, so it imports nothing.
 */
export const MFA_KINDS = {
  questions: { input: "text", exitStatus: "requires_questions" },
  selections: { input: "options", exitStatus: "requires_selections" },
  code: { input: "code", exitStatus: "requires_code" },
  device: { input: "device", exitStatus: "choose_device" },
} as const;

/** The kinds of MFA, as `mfa_type` names them. */
export type MfaType = keyof typeof MFA_KINDS;

/** The types of answers to challenges. */
export type MfaInput = (typeof MFA_KINDS)[MfaType]["input"];

type TypeWith<I extends MfaInput> = {
  [T in MfaType]: (typeof MFA_KINDS)[T]["input"] extends I ? T : never;
}[MfaType];

/** A function for each type of answer, for the challenges with that type. */
export type ByInput<Challenge extends { type: MfaType }, Result> = {
  [I in MfaInput]: (challenge: Extract<Challenge, { type: TypeWith<I> }>) => Result;
};

/** Returns the result of the function for a challenge's input. */
export const byInput = <Challenge extends { type: MfaType }, Result>(
  challenge: Challenge,
  table: ByInput<Challenge, Result>,
): Result =>
  (table[MFA_KINDS[challenge.type].input] as (challenge: Challenge) => Result)(challenge);
