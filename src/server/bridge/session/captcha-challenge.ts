import { CaptchaChallengeRequest, CaptchaChallengeResponse } from "../../../protocol/bridge.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Creates a proof-of-work challenge for this session; it can be solved once, and expires soon. */
export const captchaChallenge = bridgeEndpoint({
  path: "/bridge/captcha/challenge",
  access: "session",
  request: CaptchaChallengeRequest,
  response: CaptchaChallengeResponse,
  async handle(_, { captcha, clock, session }) {
    const { linkSessionId, guard } = session;
    return {
      challenge: await captcha.challenge({ linkSessionId, solved: guard.solved }, clock()),
    };
  },
});
