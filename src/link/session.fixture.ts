import { effect, signal } from "@preact/signals-core";
import type { LinkError } from "../protocol/errors/errors.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { Challenge, LoginForm } from "../protocol/link/login-form.ts";
import type { FrameMessage } from "../protocol/link/messages.ts";
import type { Selection } from "../protocol/link/selection.ts";
import type { StartSessionResponse } from "../protocol/link/session-start.ts";
import { bridgeCalls } from "./bridge-calls.ts";
import { type BridgeClient, BridgeRefusal } from "./bridge-client.ts";
import { readColumns, sendFile } from "./file-calls.ts";
import type { PageRequest } from "./host.ts";
import type { Search } from "./institution-index.ts";
import type { OAuthNavigation } from "./leave-page.ts";
import type { State } from "./machine/states.ts";
import { transitionTable } from "./machine/transition-table.ts";
import { runSessions } from "./run-sessions.ts";
import type { SessionPreview } from "./session-options.ts";

export const bank: InstitutionRow = {
  institution_id: "ins_1",
  name: "One",
  mark: "arch",
  color: "#123456",
};
export const refusal: LinkError = {
  error_type: "ITEM_ERROR",
  error_code: "INVALID_CREDENTIALS",
  error_message: "no",
  display_message: null,
};

/**
 * Link without its window: a listening page, and a bridge whose responses the test controls. The
 * lazy chunk is loaded from the start, except with `isLate`. The server searches, unless
 * `localSearch` is given.
 */
export const openLink = (
  config: Record<string, unknown> = {},
  { isLate = false, localSearch = null }: { isLate?: boolean; localSearch?: Search | null } = {},
) => {
  const messages: FrameMessage[] = [];
  const reports: Parameters<BridgeClient["reportEvents"]>[0][] = [];
  const calls: { name: string; resolve(value: unknown): void; reject(error: unknown): void }[] = [];
  const openings: Parameters<BridgeClient["start"]>[0][] = [];
  const abandonments: Parameters<BridgeClient["abandon"]>[0][] = [];
  const preparations: Parameters<BridgeClient["prepare"]>[0][] = [];
  let postToFrame: (message: PageRequest) => void = () => undefined;
  let ids = 0;
  let closeTab: () => void = () => undefined;
  let now = Date.parse("2026-01-01T00:00:00Z");
  const call = (name: string) => () =>
    new Promise<never>((resolve, reject) => {
      calls.push({ name, resolve: (value) => resolve(value as never), reject });
    });
  const client: BridgeClient = {
    requestId: "",
    prepare: (opening) => {
      preparations.push(opening);
      return call("prepare")();
    },
    start: (opening) => {
      openings.push(opening);
      client.requestId = `start-${openings.length}`;
      return call("start")();
    },
    call: (path) => call(path)(),
    submit: (path, _, send) => {
      void send?.(path, {});
      return call(path)();
    },
    exit: call("exit"),
    abandon: (session) => {
      abandonments.push(session);
      return Promise.resolve({});
    },
    reportEvents: (events) => {
      reports.push(events);
      return Promise.resolve({});
    },
  };
  const navigations: { urls: string[]; isClosed: boolean }[] = [];
  const leavePage = (): OAuthNavigation => {
    const navigation = { urls: [] as string[], isClosed: false };
    navigations.push(navigation);
    return {
      via: "popup",
      hasLeft: false,
      go: (url) => navigation.urls.push(url),
      close: () => {
        navigation.isClosed = true;
      },
    };
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const chunk = {
    transitionTable,
    calls: bridgeCalls(
      call("solve"),
      () => localSearch,
      leavePage,
      pause,
      async () => ({ readColumns, sendFile }),
    ),
  };
  const lazyChunk = signal(isLate ? null : chunk);
  const arrival = isLate
    ? new Promise<void>((resolve) => lazyChunk.subscribe((it) => it && resolve()))
    : Promise.resolve();
  const { state, send, log } = runSessions({
    host: {
      origin: "https://shop.example",
      config,
      post: (message) => messages.push(structuredClone(message)),
      listen: (hear) => {
        postToFrame = hear;
      },
    },
    client,
    institutions: [bank],
    lazyChunk,
    loadLazyChunk: () => arrival,
    newId: (length) => `id${++ids}`.padEnd(length, "x"),
    resumeCredentials: (linkToken) =>
      `${linkToken} is known as `.padEnd(32, ".") + "secret".padEnd(32, "."),
    onPageGone: (leave) => {
      closeTab = leave;
    },
    clock: () => now,
  });
  const settle = async (name: string, outcome: (call: (typeof calls)[number]) => void) => {
    const at = calls.findIndex((call) => call.name === name);
    const [one] = calls.splice(at, at < 0 ? 0 : 1);
    if (one) outcome(one);
    // A call's response passes through several promises before it reaches the machine.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return one !== undefined;
  };
  return {
    arrive: () => {
      lazyChunk.value = chunk;
      return arrival;
    },
    messages,
    reports,
    abandonments,
    openings,
    preparations,
    /** The windows opened to the institution, and their addresses. */
    navigations,
    names: () =>
      messages.map((message) =>
        message.type === "event" ? (message.metadata.view_name ?? message.name) : message.type,
      ),
    state: () => state.value,
    /** Collects every state from now on that the window would be drawn for. */
    drawings: () => {
      const states: State[] = [];
      effect(() => void states.push(state.value));
      return states;
    },
    send,
    sessions: { log, client },
    page: (message: PageRequest) => postToFrame(message),
    closeTab: () => closeTab(),
    advanceClock: (ms: number) => {
      now += ms;
    },
    pending: () => calls.map(({ name }) => name),
    answer: (name: string, value: unknown = {}) => settle(name, ({ resolve }) => resolve(value)),
    refuse: (name: string, error: unknown = new BridgeRefusal(refusal)) =>
      settle(name, ({ reject }) => reject(error)),
  };
};

export const preview: SessionPreview = {
  client_name: "Shop",
  language: "en",
  institutions: [bank],
  trust: [],
  institution_index: null,
};
export const session = (id: string): StartSessionResponse => ({
  ...preview,
  link_session_id: id,
  session_token: "token",
  expires_at: "2026-01-01T04:00:00.000Z",
  update: false,
  resume_point: { at: "institution" },
});

const account = {
  id: "a",
  name: "A",
  mask: null,
  type: "depository",
  subtype: null,
  balance: null,
} as const;
export const selection: Selection = {
  mode: "several",
  accounts: [account],
  unavailable: [],
  chosen: ["a"],
  existing: null,
};
/** The bridge's response to a submission, without a next step. */
export const nothing = {
  challenge: null,
  selection: null,
  connection: null,
  redirect: null,
  approval: null,
};
export const connection = {
  public_token: "public",
  accounts: [account],
  kinds: ["Accounts"],
  until: null,
  manage_url: "/account",
};
export const form: LoginForm = {
  institution: bank,
  url: null,
  health: "HEALTHY",
  purpose: "login",
  fields: [{ name: "username", label: "User", type: "text" }],
  consent: null,
};
export const offer: NonNullable<LoginForm["consent"]> = {
  version: "2026-12",
  scope: ["auth"],
  days: 180,
  terms_url: "/legal/terms",
  privacy_url: "/legal/privacy",
};
export const device: Challenge = {
  type: "device",
  devices: [{ id: "d", kind: "email", mask: "a•••" }],
};
export const code: Challenge = {
  type: "code",
  sent_to: "a•••",
  resend_after: 30,
  other_devices: ["phone"],
};
export const ANSWERS: Record<string, unknown> = {
  prepare: { ...preview, at_list: true },
  start: session("any"),
  "institutions/search": { institutions: [bank] },
  "institutions/name": { name: "One" },
  "institution/select": form,
  "consent/give": {},
  "captcha/challenge": { challenge: {} },
  solve: {},
  "captcha/solve": {},
  "credentials/submit": { ...nothing, challenge: code },
  "mfa/resend": { sent: true, resend_after: 30 },
  "mfa/devices": { ...nothing, challenge: device },
  "mfa/submit": { ...nothing, selection },
  "accounts/select": connection,
};
export const SECRET = "correct-horse-battery-staple";
