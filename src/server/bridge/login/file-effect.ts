import { FileEffectRequest, FileEffectResponse } from "../../../protocol/link/bridge.ts";
import { fileEffect as effectOf } from "../../domain/link/login.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Returns the effect of some answers on the session's file, and changes nothing. */
export const fileEffect = bridgeEndpoint({
  path: "/bridge/file/effect",
  access: "session",
  request: FileEffectRequest,
  response: FileEffectResponse,
  handle: async ({ answers }, context) => {
    const { step, config } = context.session;
    return {
      effect: step.at === "mfa" ? await effectOf(context, step, answers, config.language) : null,
    };
  },
});
