import { effect, signal } from "@preact/signals-core";
import { bridgeCalls } from "../src/link/bridge-calls.ts";
import { createBridgeClient } from "../src/link/bridge-client.ts";
import type { MachineEvent } from "../src/link/machine/machine-event.ts";
import type { State } from "../src/link/machine/states.ts";
import { transitionTable } from "../src/link/machine/transition-table.ts";
import { runSessions } from "../src/link/run-sessions.ts";
import type { FrameMessage } from "../src/protocol/link/messages.ts";
import { type Bank, CODE } from "./bank.ts";
import { createBrowser } from "./browser.ts";
import type { DemoBank } from "./demo-bank.ts";
import type { Draw } from "./draw.ts";
import { Lost, type Network } from "./network.ts";
import type { World } from "./world.ts";

export const PAGE = "https://shop.example";

/** A person at a simulated bank; null for a sandbox bank. */
export type Person = { username: string; bank: Bank | DemoBank | null };

const SANDBOX_BANK = "ins_109508";

/** The maximum time until a person closes Link or the tab, in ms. */
const MAX_STAY_MS = 20 * 60_000;

export type Ending =
  | { type: "success"; publicToken: string }
  | { type: "exit" | "refused" | "left" };

/** Takes a person through Link with Link's own machine. Returns how the session ended. */
export const useLink = async (
  world: World,
  network: Network,
  { username, bank }: Person,
  linkToken: string,
  session: string,
): Promise<Ending> => {
  const draw = world.draw(session);
  const bytes = (length: number) =>
    Array.from(draw.bytes(length), (byte) => (byte & 31).toString(32)).join("");
  const messages: FrameMessage[] = [];
  let ending: Ending | null = null;
  let changed: () => void = () => undefined;
  let open: () => void = () => undefined;
  let closeTab: () => void = () => undefined;
  const browser = createBrowser(network, session);
  const post = (message: FrameMessage): void => {
    if (ending?.type === "left") return;
    world.require(ending === null, () => `${session}: ${message.type} after the terminal callback`);
    messages.push(message);
    if (message.type === "success") ending = { type: "success", publicToken: message.publicToken };
    if (message.type === "exit" || message.type === "refused") ending = { type: message.type };
    if (message.type === "event") world.note(session, "event", message.name);
    changed();
  };
  const pause = (ms: number) => world.sleep(ms);
  const sessions = runSessions({
    host: {
      origin: PAGE,
      config: { token: linkToken },
      post,
      listen: (hear) => {
        open = () => hear({ type: "open" });
      },
    },
    client: createBridgeClient({
      fetch: createFetch(network, session),
      pause,
      isOffline: () => false,
      language: () => "en",
      newId: bytes,
    }),
    institutions: [],
    lazyChunk: signal({
      transitionTable,
      calls: bridgeCalls(
        () => Promise.reject(new Error("nobody solves captchas here")),
        () => null,
        () => ({
          via: "popup" as const,
          hasLeft: false,
          go: (url) =>
            world.scheduler.start(`${session} at the bank`, null, async () => {
              await world.sleep(draw.between(5000, 60_000));
              if (bank)
                await browser.visit(url, (site) => bank.signIn(username, site)).catch(ignoreLoss);
            }),
          close: () => undefined,
        }),
        pause,
        () => Promise.reject(new Error("no simulated person sends a file")),
      ),
    }),
    loadLazyChunk: async () => undefined,
    newId: bytes,
    resumeCredentials: (_, fresh) => fresh,
    onPageGone: (leave) => {
      closeTab = leave;
    },
    clock: world.now,
  });
  const stop = effect(() => {
    void sessions.state.value;
    changed();
  });
  const change = () =>
    new Promise<void>((resolve) => {
      changed = resolve;
    });
  const arrival = change();
  await world.scheduler.wait(Promise.race([arrival]));
  if (ending === null) open();
  const deadline = world.now() + MAX_STAY_MS;
  for (; ending === null; ) {
    const state = sessions.state.value;
    if (world.now() > deadline) {
      if (draw.chance(0.5)) {
        closeTab();
        ending = { type: "left" };
      } else sessions.send({ type: "exit.forced" });
      if (ending === null) await world.sleep(1000);
      continue;
    }
    const event = nextEvent(state, draw, { username, bank });
    const next = change();
    if (event === null) {
      await world.scheduler.wait(
        Promise.race([next, timeLimit(world, deadline - world.now() + 1)]),
      );
      continue;
    }
    await world.sleep(draw.between(800, 15_000));
    if (sessions.state.value === state) sessions.send(event);
  }
  stop();
  world.note(session, "session", ending.type);
  return ending;
};

const ignoreLoss = (cause: unknown): void => {
  if (!(cause instanceof Lost)) throw cause;
};

/** Resolves after a time, without being what anybody waits for. */
const timeLimit = (world: World, ms: number): Promise<void> =>
  new Promise((resolve) => {
    world.scheduler.at(world.now() + ms, "patience", null, resolve);
  });

/** Returns the person's event at a view; null if the person can only wait. */
function nextEvent(state: State, draw: Draw, { username, bank }: Person): MachineEvent | null {
  if (state.name.startsWith("LOADING") || state.name === "CLOSED") return null;
  if (draw.chance(0.02)) return { type: "exit.forced" };
  switch (state.name) {
    case "SELECT_INSTITUTION.trust":
      return { type: "trust.read" };
    case "SELECT_INSTITUTION":
      return {
        type: "institution.selected",
        institution: {
          institution_id: bank?.institutionId ?? SANDBOX_BANK,
          ...{ name: "the bank", mark: "arch", color: "#123456" },
        },
      };
    case "CONSENT":
      return { type: "consent.given" };
    case "CREDENTIAL": {
      const isWrong = draw.chance(0.08);
      return {
        type: "credentials.submitted",
        credentials: bank
          ? { username, password: isWrong ? "wrong" : "right" }
          : { username: "user_good", password: isWrong ? "pass_bad" : "pass_good" },
      };
    }
    case "OAUTH.ready":
      return { type: "oauth.opened" };
    case "OAUTH.waiting":
      return null;
    case "MFA":
      return { type: "mfa.submitted", answers: [draw.chance(0.1) ? "0000" : bank ? CODE : "1234"] };
    case "SELECT_ACCOUNT":
      if (state.accountIds.length === 0) {
        const ids = state.selection.accounts.map(({ id }) => id);
        const from = draw.between(0, ids.length - 1);
        const turned = [...ids.slice(from), ...ids.slice(0, from)];
        return {
          type: "accounts.selected",
          accountIds: turned.slice(0, draw.between(1, ids.length)),
        };
      }
      return { type: "accounts.submitted" };
    case "CONNECTED":
      return { type: "next.requested" };
    case "ERROR.retry":
    case "ERROR.list":
      return { type: draw.chance(0.8) ? "next.requested" : "exit.forced" };
    default:
      return { type: "exit.forced" };
  }
}

/** The frame's way to the bridge. */
const createFetch = (network: Network, session: string): typeof globalThis.fetch =>
  (async (path: string, init: { headers: Record<string, string>; body: string }) => {
    const answer = await network.send(session, {
      ...{ method: "POST", path, headers: init.headers },
      body: JSON.parse(init.body),
    });
    return {
      ok: answer.status < 400,
      status: answer.status,
      headers: { get: (name: string) => answer.headers[name] ?? null },
      json: async () => answer.body,
    };
  }) as unknown as typeof globalThis.fetch;
