import type { Challenge } from "../../protocol/link/login-form.ts";
import { mfa } from "./form-states.ts";
import type { MachineEvent } from "./machine-event.ts";
import type { Resend, ViewState } from "./states.ts";
import type { Transition } from "./transition.ts";

/** Asks for another code or device, if the challenge offers this and no request is pending. */
export function askForCode(
  state: ViewState<"MFA">,
  offer: "resend_after" | "other_devices",
  effect: "resendCode" | "listDevices",
): Transition {
  const { challenge, form, resend } = state;
  return resend === "pending" || challenge.type !== "code" || challenge[offer] === undefined
    ? [state]
    : [mfa(state, form, challenge, null, "pending"), { do: effect }];
}

/** Shows the answer to a request for another code, if the state still waits for the answer. */
export function takeCode(
  state: ViewState<"MFA">,
  { sent, resendAfter }: Extract<MachineEvent, { type: "code.answered" }>,
): Transition {
  const { challenge, form, resend } = state;
  if (resend !== "pending" || challenge.type !== "code") return [state];
  const next = afterResend(challenge, resendAfter);
  return [mfa(state, form, next, null, resendOf(sent, resendAfter))];
}

type CodeChallenge = Extract<Challenge, { type: "code" }>;

/**
 * Returns the challenge after a request for another code. If no code can be sent, the challenge
 * offers no further request.
 */
function afterResend(
  { resend_after: _, other_devices, ...code }: CodeChallenge,
  resendAfter: number | null,
): Challenge {
  return resendAfter === null
    ? code
    : { ...code, resend_after: resendAfter, ...(other_devices && { other_devices }) };
}

function resendOf(sent: boolean, resendAfter: number | null): Resend {
  if (sent) return "sent";
  return resendAfter === null ? "over" : "early";
}
