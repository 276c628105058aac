import { randomUUID } from "node:crypto";
import { LoginResponse, type RedirectVia } from "../../protocol/link/bridge.ts";
import { testApp } from "./test-app.ts";
import { createTokenBank, reachOnly } from "./token-bank.ts";

type App = Awaited<ReturnType<typeof testApp>>;
export type Link = Awaited<ReturnType<App["startLink"]>>;
export type Browser = ReturnType<typeof browserOf>;

/** The application's page to which users return. */
export const BACK = "http://localhost:9999/back";

/** An app whose only institution signs users in at the institution's own site. */
export const redirectApp = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const bank = createTokenBank({ redirects: true });
  reachOnly(app, bank.connector);
  const institution = { institution_id: bank.institutionId };

  /** Submits the choice to go to the institution. */
  const submit = (link: Link, via?: RedirectVia) =>
    link.bridge("credentials/submit", {
      ...institution,
      credentials: {},
      ...(via && { via }),
    });
  const leave = async (link: Link, via?: RedirectVia) => {
    const { status, body } = await submit(link, via);
    const { request_id: _, ...fields } = body;
    const redirect = status === 200 ? LoginResponse.parse(fields).redirect : null;
    if (!redirect) throw new Error(`no redirect: ${JSON.stringify(body)}`);
    return redirect;
  };
  /** Starts a session whose user has reached the institution's form. */
  const atForm = async (config: Record<string, unknown> = {}, resume?: string) => {
    const link = await app.startLink(config, undefined, resume);
    await link.bridge("institution/select", institution);
    return link;
  };
  return {
    app,
    bank,
    institution,
    submit,
    leave,
    atForm,
    /** Starts a session, and sends its user to the institution. */
    redirected: async (via?: RedirectVia, config: Record<string, unknown> = {}) => {
      const link = await atForm(config);
      return { link, redirect: await leave(link, via) };
    },
    linkToken: async (fields: object = {}) => {
      const { link_token } = await app.call("/link/token/create", {
        client_name: "Shop",
        language: "en",
        country_codes: ["US"],
        products: ["auth"],
        user: { client_user_id: "user-1" },
        ...fields,
      });
      return String(link_token);
    },
    stepOf: async ({ tokenDigest }: Link) =>
      (await app.services.store.sessions.byTokenDigest(tokenDigest))?.step,
    goOn: (link: Link) => link.bridge("redirect/return", { submission_id: randomUUID() }),
    newBrowser: () => browserOf(app),
  };
};

/** A browser with a cookie jar, for the redirects to the institution and back. */
export function browserOf(app: App) {
  const jar = new Map<string, string>();
  const send = async (
    method: "GET" | "POST",
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ) => {
    const { pathname, search } = new URL(url, "http://localhost:8080");
    const answer = await app.request({
      method,
      url: pathname + search,
      ...(payload !== undefined && { payload }),
      headers: {
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join("=")).join("; ") }),
        ...headers,
      },
    });
    for (const cookie of [answer.headers["set-cookie"] ?? []].flat()) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: answer.statusCode,
      headers: answer.headers,
      location: String(answer.headers.location ?? ""),
      text: answer.body,
    };
  };
  const get = (url: string, headers: Record<string, string>) => send("GET", url, headers);
  const post = (url: string, form: string, headers: Record<string, string> = {}) =>
    send(
      "POST",
      url,
      {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      form,
    );
  return {
    jar,
    /** Posts a form from a page of the same site, unless the headers differ. */
    post,
    /**
     * Returns from the institution with parameters in a fragment. The page at the redirect address
     * posts the fragment.
     */
    sendFragment: (parameters: Record<string, string>, path = "/oauth/return") => {
      const fragment = new URLSearchParams(parameters).toString();
      return post(path, new URLSearchParams({ fragment }).toString(), {
        "sec-fetch-dest": "document",
      });
    },
    /** Starts the redirect from Link's own page, unless the headers differ. */
    startRedirect: (
      startUrl: string,
      headers: Record<string, string> = {
        "sec-fetch-site": "same-origin",
        "sec-fetch-dest": "document",
      },
    ) => get(startUrl, headers),
    /** Returns from the institution with parameters in the query. */
    sendCallback: (parameters: Record<string, string>, path = "/oauth/return") =>
      get(`${path}?${new URLSearchParams(parameters)}`, {
        "sec-fetch-site": "cross-site",
        "sec-fetch-dest": "document",
      }),
    get,
  };
}
