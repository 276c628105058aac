import { testApp } from "./test-app.ts";

/** Where the test server is reached. */
export const OWN = "http://localhost";
type App = Awaited<ReturnType<typeof testApp>>;

/** The Dashboard as a browser uses it: with its origin, and with the cookie that it was given last. */
export const browser = (app: App) => {
  let cookie = "";
  const take = (headers: Record<string, unknown>): void => {
    const cookiePair = /^([^;]+)/.exec(String(headers["set-cookie"] ?? ""))?.[1];
    if (cookiePair !== undefined) cookie = cookiePair;
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.post(`/dashboard/${path}`, body, { origin: OWN, cookie, ...headers });
    take(answer.headers);
    return answer;
  };
  return {
    post,
    /** Signs in with the app's keys, or some that differ. */
    signIn: (keys: object = {}, headers = {}) => {
      const { client_id, secret } = app.keys;
      return post("session", { client_id, secret, ...keys }, headers);
    },
    reload: async () => {
      const answer = await app.server.inject({ url: "/dashboard/client", headers: { cookie } });
      take(answer.headers);
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    },
    cookie: () => cookie,
  };
};

/** The Dashboard of an app, signed in. */
export const signedIn = async () => {
  const app = await testApp();
  const dashboard = browser(app);
  const { status } = await dashboard.signIn();
  if (status !== 200) throw new Error(`signing in was answered ${status}`);
  return { app, dashboard };
};

/** What the store has of the app's client. */
export const storedClient = ({ services, keys }: App) =>
  services.store.clients.byClientId(keys.client_id);
