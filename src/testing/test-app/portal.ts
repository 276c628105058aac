import { ConnectionsAnswer } from "../../protocol/connections.ts";
import { oneTimePath } from "../../server/domain/portal-users/one-time-address.ts";
import { OWN } from "./dashboard.ts";
import { mailServer } from "./mail-server.ts";
import type { testApp } from "./test-app.ts";
import { testApp as openApp } from "./test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** Returns the code after the `#` of a one-time address, without the flag for mails. */
export const toSecret = (address: string): string =>
  (address.split("#")[1] ?? "").replace(/^mail\./, "");

/** The account site as a browser uses it, with an origin and the latest cookie. */
export const portalBrowser = (app: App) => {
  let cookie = "";
  const take = (headers: Record<string, unknown>): void => {
    const cookiePair = /^([^;]+)/.exec(String(headers["set-cookie"] ?? ""))?.[1];
    if (cookiePair !== undefined) cookie = cookiePair;
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.post(`/account/${path}`, body, { origin: OWN, cookie, ...headers });
    take(answer.headers);
    return answer;
  };
  const get = async (path: string) => {
    const answer = await app.request({
      method: "GET",
      url: `/account/${path}`,
      headers: { cookie },
    });
    take(answer.headers);
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      body: isJson ? answer.json() : null,
    };
  };
  return {
    post,
    get,
    cookie: () => cookie,
    /** Opens a session of one Item, like Link. */
    openFromLink: (itemId: string) =>
      post("open", { address: toSecret(oneTimePath(app.services, { itemId, personId: null })) }),
    /** Returns the visible connections; throws without a session. */
    connections: async () => ConnectionsAnswer.parse((await get("connections")).body),
  };
};

/** An app with a real mail server, and the received mails. */
export const appWithMail = async (variables: Record<string, string> = {}) => {
  const server = await mailServer();
  const app = await openApp({
    SMTP_URL: server.url,
    MAIL_FROM: "accounts@acme.example",
    ...variables,
  });
  /** Returns the last mail, decoded enough to read a code or an address. */
  const lastMail = async () => {
    await app.runJobs();
    await app.runJobs();
    const message = server.received.at(-1)?.message ?? "";
    return message.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  };
  const codeIn = (mail: string) => /\b(\d{8})\b/.exec(mail)?.[1] ?? "";
  const addressIn = (mail: string) => /(http\S+\/account#\S+)/.exec(mail)?.[1] ?? "";
  return {
    app,
    server,
    lastMail,
    addressIn,
    /** Confirms an address in a browser's session. */
    confirm: async (browser: ReturnType<typeof portalBrowser>, email: string) => {
      await browser.post("email", { email, language: "en" });
      return browser.post("email/confirm", { code: codeIn(await lastMail()) });
    },
    codeIn,
  };
};
