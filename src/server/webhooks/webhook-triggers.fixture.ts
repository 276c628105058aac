import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

/** In ms. */
export const HOUR = 3_600_000;
/** In ms. */
export const DAY = 24 * HOUR;
/** First Platypus Bank. */
export const BANK = "ins_109508";
/** Credentials that the sandbox accepts. */
export const GOOD = { username: "user_good", password: "pass_good" };

/** An app, a receiver, and the bodies that arrived since the last call. */
export const setup = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const takeBodies = async () => {
    await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body);
  };
  const codes = async () =>
    (await takeBodies()).map(({ webhook_type, webhook_code }) => `${webhook_type}:${webhook_code}`);
  return { app, receiver, takeBodies, codes, webhook: receiver.url };
};

type App = Awaited<ReturnType<typeof testApp>>;

/** Signs a session's user in. */
export const signIn = (link: Awaited<ReturnType<App["startLink"]>>) =>
  link.bridge("credentials/submit", { institution_id: BANK, credentials: GOOD });
