import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createApi, Refusal } from "./api.mjs";
import { quirksPage, signInPage } from "./pages.mjs";
import { QUIRKS } from "./quirks.mjs";
import { applicationOf } from "./token.mjs";

/** The most bytes of a request. */
const MAX_BODY = 64 * 1024;

/**
 * Opens an aggregator with the API of Enable Banking, in front of banks that it plays itself.
 * @param {import("./server.d.mts").AggregatorOptions} options
 * @returns {Promise<import("./server.d.mts").OpenAggregator>}
 */
export const startAggregator = async ({
  port = 0,
  host = "localhost",
  applications,
  banks,
  clock = Date.now,
}) => {
  /** @type {Set<string>} */
  const on = new Set();
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve(undefined));
  });
  const { port: opened } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const origin = `http://localhost:${opened}`;
  const world = {
    ...{ banks, clock, delivery: 0 },
    sessions: new Map(),
    authorizations: new Map(),
    isOn: (name) => on.has(toName(name)),
    origin: () => origin,
  };
  const routes = createApi(world);
  /** @type {import("./server.d.mts").SeenRequest[]} */
  const requests = [];

  /** Ends the sign-in of a person. Returns the address to which the bank sends the person. */
  const decide = (id, choice) => {
    const authorization = world.authorizations.get(id);
    if (!authorization) return null;
    const url = new URL(authorization.redirectUrl);
    const refuse = (error, description) => {
      url.searchParams.set("error", error);
      if (description) url.searchParams.set("error_description", description);
    };
    if (choice === "cancel") refuse("access_denied", "User cancelled the authorization");
    else if (on.has("server-error")) refuse("server_error");
    else if (on.has("wrong-credentials"))
      refuse("access_denied", "Invalid credentials, ask PSU to contact bank");
    else {
      authorization.code ??= randomUUID();
      url.searchParams.set("code", authorization.code);
    }
    url.searchParams.set("state", authorization.state);
    return url.href;
  };

  const respond = async (request, response) => {
    if (request.headers.host !== new URL(origin).host)
      return void response
        .writeHead(421, { "content-type": "text/plain" })
        .end(`This is ${origin}\n`);
    const url = new URL(request.url ?? "/", origin);
    const text = await readBody(request);
    const page = servePage(request, url, text);
    if (page) return void response.writeHead(page.status, page.headers).end(page.body ?? "");
    const send = (status, body, headers = {}) =>
      response
        .writeHead(status, {
          "content-type": "application/json",
          date: new Date(clock()).toUTCString(),
          ...headers,
        })
        .end(JSON.stringify(body));
    requests.push({
      method: request.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text,
    });
    const application = applicationOf(request.headers.authorization, applications, clock());
    if (!application)
      return void send(401, { code: 401, error: "UNAUTHORIZED_ACCESS", message: "Wrong token" });
    const [, pattern, handle] =
      routes.find(([method, path]) => method === request.method && path.test(url.pathname)) ?? [];
    if (!handle) return void send(404, { code: 404, message: "Not Found" });
    try {
      const parts = (pattern.exec(url.pathname) ?? []).slice(1).map(decodeURIComponent);
      const body = text === "" ? undefined : JSON.parse(text);
      send(
        200,
        handle({ application, parts, body, query: url.searchParams, headers: request.headers }),
      );
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      send(
        failure.status,
        failure.body,
        failure.retryAfter ? { "retry-after": String(failure.retryAfter) } : {},
      );
    }
  };

  /** The pages for people: the sign-in at a bank, and the switches. */
  const servePage = ({ method }, url, text) => {
    const html = (body) => ({
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: String(body),
    });
    const form = new URLSearchParams(text);
    if (url.pathname === "/sign-in") {
      const id = url.searchParams.get("id") ?? "";
      const authorization = world.authorizations.get(id);
      if (!authorization) return { status: 404, headers: {}, body: "There is no such sign-in.\n" };
      if (method !== "POST") return html(signInPage(authorization));
      return { status: 303, headers: { location: decide(id, form.get("choice")) } };
    }
    if (url.pathname !== "/quirks") return null;
    if (method !== "POST") return html(quirksPage(QUIRKS, on));
    on.clear();
    for (const name of form.getAll("quirk")) on.add(toName(name));
    return { status: 303, headers: { location: "/quirks" } };
  };

  server.on("request", (request, response) => {
    respond(request, response).catch((failure) => {
      if (request.errored) return;
      console.error(failure);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Something went wrong in the demo aggregator.\n");
    });
  });

  return {
    address: origin,
    requests,
    banks,
    behaveLike: (...names) => {
      on.clear();
      for (const name of names) on.add(toName(name));
    },
    signIn: (address, choice = "agree") =>
      decide(new URL(address).searchParams.get("id") ?? "", choice) ?? "",
    authorizations: () => [...world.authorizations.values()],
    sessions: () => [...world.sessions.values()],
    endSessions: (status) => {
      for (const session of world.sessions.values()) session.status = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
};

const toName = (name) => {
  if (!Object.hasOwn(QUIRKS, name))
    throw new RangeError(`the demo aggregator knows no quirk "${name}"`);
  return name;
};

const readBody = async (request) => {
  let text = "";
  for await (const piece of request) {
    text += piece;
    if (text.length > MAX_BODY) throw new RangeError("the body is too long");
  }
  return text;
};
