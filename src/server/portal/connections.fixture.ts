import { portalBrowser } from "../../testing/test-app/portal.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** Creates an Item with a webhook, and its user's session from Link. */
export const connect = async (products = ["auth", "transactions"]) => {
  const receiver = await testReceiver();
  const app = await testApp();
  const tokens = await app.link("ins_109508", products, { webhook: receiver.url });
  await app.runJobs();
  const person = portalBrowser(app);
  await person.openFromLink(tokens.item_id);
  receiver.received.length = 0;
  /** Returns the webhooks of the Item since the last call. */
  const webhooks = async () => {
    await app.runJobs();
    const bodies = receiver.received.splice(0).map(({ body }) => body);
    return bodies.filter(({ webhook_type }) => webhook_type === "ITEM");
  };
  const code = async (path: string, body: object) =>
    (await app.post(path, { ...app.credentials, ...body })).body.error_code;
  return { app, person, webhooks, code, ...tokens, connection_id: tokens.item_id };
};

export const fetchAccounts = async (app: App, access_token: string) =>
  (await app.call("/accounts/get", { access_token })).accounts as { account_id: string }[];
