import { signal } from "@preact/signals";
import { act, configure, render } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { PORTAL_WORDS } from "../i18n/portal.ts";
import type { ConnectionsAnswer, PersonConnection } from "../protocol/connections.ts";
import { type ErrorCode, linkError } from "../protocol/errors/errors.ts";
import { App } from "./app.tsx";
import { createController } from "./controller.ts";
import { createRequest } from "./request.ts";

// Allows for a machine that is busy with other things.
configure({ asyncUtilTimeout: 60_000 });

/** The server's reaction to a request. */
export type Reply = () => Promise<Response>;

/** A connection with two accounts. */
export const connection = (changes: Partial<PersonConnection> = {}): PersonConnection => ({
  connection_id: "item-1",
  application: "Budget Buddy",
  brand: { accent: null, logo: null },
  institution: { name: "First Platypus Bank", color: "#3044c9", logo: null },
  status: "connected",
  accounts: [
    { account_id: "account-1", name: "Checking", mask: "0000" },
    { account_id: "account-2", name: "Savings", mask: null },
  ],
  products: ["transactions", "assets"],
  since: "2026-01-15T12:00:00.000Z",
  signed_in_at: "2026-01-15T12:00:00.000Z",
  until: null,
  ...changes,
});

/** Returns a reply with connections. */
export const success =
  (
    connections: PersonConnection[] = [connection()],
    changes: Partial<ConnectionsAnswer> = {},
  ): Reply =>
  async () =>
    new Response(
      JSON.stringify({
        email: null,
        connections,
        grants: null,
        grant_doors: [],
        session_ends_in: 5000,
        request_id: "request-1",
        ...changes,
      }),
    );

/** A reply to a completed action: the session is over, or was not needed. */
export const done: Reply = async () => new Response(JSON.stringify({ request_id: "request-1" }));

/** Returns a reply with an error. */
export const failure =
  (code: ErrorCode): Reply =>
  async () =>
    new Response(JSON.stringify({ ...linkError(code), request_id: "request-2" }), { status: 400 });

/** The server cannot be reached. */
export const noAnswer: Reply = () => Promise.reject(new Error("the network is away"));

type Options = { fragment?: string; hasMail?: boolean; language?: "en" | "fr" };

/** Opens the page in front of a server that gives these replies in order. */
export const openPortal = async (
  replies: Reply[],
  { fragment = "", hasMail = true, language = "en" }: Options = {},
) => {
  const requests: [path: string, body?: unknown][] = [];
  const files: Blob[] = [];
  const names: string[] = [];
  let timer = () => {};
  const ask: typeof fetch = (path, init) => {
    requests.push(init?.body ? [String(path), JSON.parse(String(init.body))] : [String(path)]);
    return (replies.shift() ?? noAnswer)();
  };
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const controller = createController({
    language,
    words: PORTAL_WORDS[language],
    request: createRequest(ask),
    startTimer: (_, run) => {
      timer = run;
      return () => {
        timer = () => {};
      };
    },
  });
  const offline = signal(false);
  const user = userEvent.setup();
  document.documentElement.lang = language;
  render(<App {...{ controller, offline, hasMail }} />);
  await act(() => controller.start(fragment));
  return {
    user,
    requests,
    /** The saved files, and their names. */
    files,
    names,
    offline,
    /** Lets the page's timer elapse. */
    runTimer: () => act(() => timer()),
  };
};
