import { signal } from "@preact/signals";
import { act, configure, render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { onTestFinished } from "vitest";
import type { DashboardAnswer, DashboardClient } from "../protocol/dashboard/dashboard.ts";
import { type ErrorCode, linkError } from "../protocol/errors/errors.ts";
import { App } from "./app.tsx";
import { client } from "./client.fixture.ts";
import { createController } from "./session/controller.ts";
import { createRequest } from "./session/request.ts";
import { createRouter, type Place } from "./session/route.ts";

// Allows for a machine that is busy with other things.
configure({ asyncUtilTimeout: 60_000 });

/** The server's reaction to a request. */
export type Reply = () => Promise<Response>;

const versions: DashboardAnswer["versions"] = [
  { date: "2018-05-22", changes: [] },
  { date: "2019-05-29", changes: [{ summary: "The field `owners` is new.", where: "/identity" }] },
  { date: "2020-09-14", changes: [{ summary: "No `item` comes along.", where: "/accounts/get" }] },
];

/** Returns a reply with the client after some changes. */
export const success =
  (
    changes: Partial<DashboardClient> = {},
    environment: DashboardAnswer["environment"] = "sandbox",
  ): Reply =>
  async () => {
    const answer: DashboardAnswer = {
      environment,
      operator: false,
      member: null,
      role: "admin",
      products: ["auth", "transactions"],
      client: { ...client, ...changes },
      versions,
      session_ends_in: 5000,
      request_id: "request-1",
    };
    return new Response(JSON.stringify(answer));
  };

/** Returns the operator's response, about one client or about all. */
export const operatorAnswer =
  (changes: Partial<DashboardClient> | null = null): Reply =>
  async () => {
    const answer = await (await success(changes ?? {})()).json();
    return new Response(
      JSON.stringify({ ...answer, operator: true, ...(changes === null && { client: null }) }),
    );
  };

/** Returns a reply with a body. */
export const answers =
  (body: object): Reply =>
  async () =>
    new Response(JSON.stringify({ request_id: "request-3", session_ends_in: 5000, ...body }));

/** Returns a reply with an error; `headers` may say how long to wait. */
export const failure =
  (code: ErrorCode, more: { display_message?: string } = {}, headers = {}): Reply =>
  async () =>
    new Response(JSON.stringify({ ...linkError(code), request_id: "request-2", ...more }), {
      status: 400,
      headers,
    });

/** The server cannot be reached. */
export const noAnswer: Reply = () => Promise.reject(new Error("the network is away"));

/** Holds a reply back until the test releases it. */
export const deferredReply = (reply: Reply) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { reply: () => gate.then(reply), release };
};

const NONE = { count: 0, more: false };
let attention: object = { items: NONE, webhooks: NONE, clients: NONE };

/** Has the server count things that need somebody, for the rest of a test. */
export const needsAttention = (counts: object): void => {
  const before = attention;
  attention = { ...before, ...counts };
  onTestFinished(() => {
    attention = before;
  });
};

let institutions: object[] | null = null;

/**
 * For the rest of a test, makes the server list these institutions with Items. By default there are
 * too many.
 */
export const hasItemsAt = (...list: { id: string; name: string }[]): void => {
  institutions = list;
  onTestFinished(() => {
    institutions = null;
  });
};

/** Opens the page in front of a server that gives these replies in order. */
export const openDashboard = (...replies: Reply[]) => openAt("/dashboard/settings", ...replies);

/** Opens an address in front of a server that gives these replies in order. */
export const openAt = async (address: string, ...replies: Reply[]) => {
  globalThis.history.replaceState(null, "", address);
  const requests: [path: string, body?: unknown][] = [];
  let timer = () => {};
  const router = createRouter(placeOfTest());
  const controller = createController({
    request: createRequest((path, init) => {
      // The navigation asks for the open tasks on every page.
      if (path === "/dashboard/api/attention") return answers(attention)();
      // Every list of Items asks for the institutions.
      if (path === "/dashboard/api/items/institutions") return answers({ institutions })();
      requests.push(init?.body ? [String(path), JSON.parse(String(init.body))] : [String(path)]);
      const reply = replies.shift() ?? noAnswer;
      return reply();
    }),
    startTimer: (_, run) => {
      timer = run;
      return () => {
        timer = () => {};
      };
    },
    scope: () => router.route.peek().query.get("client"),
  });
  const offline = signal(false);
  const user = userEvent.setup();
  render(<App {...{ controller, router, offline }} />);
  const ready = act(() => controller.reload());
  return {
    user,
    requests,
    offline,
    ready,
    showMode: controller.showMode,
    /** Lets the page's timer elapse. */
    runTimer: () => act(() => timer()),
  };
};

/** A window whose listeners end with the test, since the first listener takes a click. */
const placeOfTest = (): Place => {
  const { location, history } = window;
  const addEventListener: Place["addEventListener"] = (type: string, listener: EventListener) => {
    window.addEventListener(type, listener);
    onTestFinished(() => window.removeEventListener(type, listener));
  };
  return { location, history, addEventListener };
};

/** Waits for the settings, which load when first opened. */
export const settingsShown = () => screen.findByRole("region", { name: "Allowed origins" });

/** Opens the settings of a signed-in client. */
export const openClient = async (changes: Partial<DashboardClient> = {}, ...replies: Reply[]) => {
  const page = await openDashboard(success(changes), ...replies);
  await page.ready;
  await settingsShown();
  return page;
};

/** Opens the page without a session. */
export const openSignIn = async (...replies: Reply[]) => {
  const page = await openDashboard(failure("INVALID_DASHBOARD_SESSION"), ...replies);
  await page.ready;
  return page;
};
