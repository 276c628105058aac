import { SANDBOX_WORDS } from "../i18n/sandbox.ts";
import type { MachineEvent } from "../link/machine/machine-event.ts";
import type { Challenge } from "../protocol/link/login-form.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { type Scene, scene } from "./samples.ts";

/**
 * Returns the scenes of an institution's challenges, after the events before a challenge. `wrong`
 * refuses an answer.
 */
export const challengeScenes = (
  language: Language,
  toLogin: MachineEvent[],
  wrong: MachineEvent,
): Scene[] => {
  const { questions, selections } = SANDBOX_WORDS[language];
  const toCode: MachineEvent[] = [
    ...toLogin,
    { type: "mfa.required", challenge: { type: "code", sent_to: "•••• 6789" } },
  ];
  const resendable: Challenge = {
    type: "code",
    sent_to: "•••• 6789",
    length: 6,
    resend_after: 30,
    other_devices: ["email"],
  };
  const toBoxes: MachineEvent[] = [...toLogin, { type: "mfa.required", challenge: resendable }];
  return [
    scene("device", "A device for the code", [
      ...toLogin,
      {
        type: "mfa.required",
        challenge: {
          type: "device",
          devices: [
            { id: "phone", kind: "phone", mask: "•••• 6789" },
            { id: "mail", kind: "email", mask: "a•••@mail.example" },
          ],
        },
      },
    ]),
    scene("code", "A code", toCode),
    scene("code-boxes", "A code of known length", toBoxes),
    scene("code-resend", "Another code can be sent", [
      ...toLogin,
      { type: "mfa.required", challenge: { ...resendable, resend_after: 0 } },
    ]),
    scene("code-resent", "Another code was sent", [
      ...toBoxes,
      { type: "code.requested" },
      { type: "code.answered", sent: true, resendAfter: 30 },
    ]),
    scene("code-early", "It is too early for another code", [
      ...toBoxes,
      { type: "code.requested" },
      { type: "code.answered", sent: false, resendAfter: 90 },
    ]),
    scene("codes-over", "No more codes are sent", [
      ...toBoxes,
      { type: "code.requested" },
      { type: "code.answered", sent: false, resendAfter: null },
    ]),
    scene("wrong-code", "A wrong code", [
      ...toBoxes,
      { type: "mfa.submitted", answers: ["1111"] },
      wrong,
    ]),
    scene("checking-code", "The code is checked", [
      ...toCode,
      { type: "mfa.submitted", answers: ["1234"] },
    ]),
    scene("questions", "Questions", [
      ...toLogin,
      {
        type: "mfa.required",
        challenge: {
          type: "questions",
          questions: questions.slice(0, 2),
        },
      },
    ]),
    scene("questions-steps", "More than two questions", [
      ...toLogin,
      {
        type: "mfa.required",
        challenge: { type: "questions", questions: questions.slice(0, 3) },
      },
    ]),
    scene("selections", "Questions with options", [
      ...toLogin,
      {
        type: "mfa.required",
        challenge: {
          type: "selections",
          questions: selections.slice(1, 2),
        },
      },
    ]),
  ];
};
