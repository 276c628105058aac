import {
  ListDevicesRequest,
  LoginResponse,
  ResendCodeRequest,
  ResendCodeResponse,
} from "../../../protocol/link/bridge.ts";
import { backToDevices, resendCode } from "../../domain/link/one-time-codes.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { supersededFault } from "../session/session-state.ts";
import { challengeAnswer } from "./login-outcome.ts";

/** Sends another code, or responds with the earliest time for one. */
export const resendAnotherCode = bridgeEndpoint({
  path: "/bridge/mfa/resend",
  access: "submission",
  request: ResendCodeRequest,
  response: ResendCodeResponse,
  async handle(_, context) {
    const { step, config } = context.session;
    const outcome = step.at === "mfa" ? await resendCode(context, step, config.language) : null;
    if (!outcome) throw supersededFault();
    return { answer: outcome.answer, move: { step: outcome.step } };
  },
});

/** Returns to the list of devices for the code. */
export const listDevices = bridgeEndpoint({
  path: "/bridge/mfa/devices",
  access: "submission",
  request: ListDevicesRequest,
  response: LoginResponse,
  async handle(_, context) {
    const { step } = context.session;
    const list = step.at === "mfa" ? backToDevices(step) : null;
    if (!list) throw supersededFault();
    return { answer: challengeAnswer(context, list), move: { step: list } };
  },
});
