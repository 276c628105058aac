import { effect } from "@preact/signals-core";
import { render, screen } from "@testing-library/preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { en, fr } from "../i18n/words.fixture.ts";
import type { State } from "./machine/states.ts";
import * as accounts from "./rare/accounts.ts";
import * as byHand from "./rare/by-hand.ts";
import * as code from "./rare/code.ts";
import * as consent from "./rare/consent.ts";
import * as end from "./rare/end.ts";
import * as errors from "./rare/errors.ts";
import * as files from "./rare/files.ts";
import * as mfa from "./rare/mfa.ts";
import * as questions from "./rare/questions.ts";
import * as signIn from "./rare/sign-in.ts";
import * as trust from "./rare/trust.ts";
import * as ways from "./rare/ways.ts";
import { createFindView, rareChunkOf } from "./rare-views.ts";
import { App } from "./views/app.tsx";
import { after, loadForm, open, select } from "./views/events.fixture.ts";
import { loginForm, manualEntry, toForm, toLogin } from "./views/open-link.fixture.tsx";
import type { FindView } from "./views/view.ts";

const exit = after(open, select, loadForm, { type: "exit.requested" });

/** Shows a state, by chunks that the test releases. */
const showRare = (
  state: State,
  text = en,
  wordFiles?: Record<string, () => Promise<{ words: object }>>,
) => {
  const release: (() => void)[] = [];
  const whenIdle: (() => void)[] = [];
  const held = <Chunk,>(chunk: Chunk) =>
    vi.fn(
      () =>
        new Promise<Chunk>((resolve) => {
          release.push(() => resolve(chunk));
        }),
    );
  const chunks = {
    accounts: held(accounts),
    "by-hand": held(byHand),
    code: held(code),
    consent: held(consent),
    end: held(end),
    errors: held(errors),
    files: held(files),
    mfa: held(mfa),
    questions: held(questions),
    "sign-in": held(signIn),
    trust: held(trust),
    ways: held(ways),
  };
  const find = createFindView(
    (part) => part(),
    (run) => whenIdle.push(run),
    chunks,
    wordFiles,
  );
  const { container } = render(<div />);
  onTestFinished(
    effect(() => {
      const findView: FindView = (name, layer) => find(name, layer, text.language);
      render(<App {...{ state, text, findView }} send={() => {}} clientName="Acme" />, {
        container,
      });
    }),
  );
  const requestCounts = () => Object.values(chunks).map((chunk) => chunk.mock.calls.length);
  return { release, whenIdle, requestCounts };
};

test("a rare view is a ring until its chunk arrives, and then takes focus", async () => {
  const { release, requestCounts } = showRare(exit);
  expect(document.querySelector(".ring")).toBeTruthy();
  expect(screen.queryByRole("heading")).toBeNull();
  expect(requestCounts()).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  for (const arrive of release) arrive();
  const title = await screen.findByRole("heading", { name: en.leaveTitle });
  expect(document.activeElement).toBe(title);
  expect(document.querySelector(".ring")).toBeNull();
});

test("all rare chunks are fetched once, as soon as the browser is idle", () => {
  const { whenIdle, requestCounts } = showRare(after(open));
  expect(requestCounts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  for (const run of [...whenIdle, ...whenIdle]) run();
  expect(whenIdle).toHaveLength(1);
  expect(requestCounts()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

test("the chunk of the end is fetched during the wait before it", () => {
  const { requestCounts } = showRare(after(...toForm()));
  expect(requestCounts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const waiting = showRare(after(...toLogin()));
  expect(waiting.requestCounts()).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
});

/** The French texts without those of the rare chunks. */
const { leaveTitle: _, ...rest } = fr;
const withoutRare = rest as typeof fr;

test("a rare view has the words of its language", async () => {
  const words = {
    "../i18n/fr/rare/errors.ts": async () => ({ words: { leaveTitle: fr.leaveTitle } }),
  };
  const { release } = showRare(exit, withoutRare, words);
  for (const arrive of release) arrive();
  await screen.findByRole("heading", { name: fr.leaveTitle });
});

test("a rare view is English if the words of its language cannot be fetched", async () => {
  const words = { "../i18n/fr/rare/errors.ts": () => Promise.reject(new Error("no network")) };
  const { release } = showRare(exit, withoutRare, words);
  for (const arrive of release) arrive();
  await screen.findByRole("heading", { name: en.leaveTitle });
});

test("the words of every rare chunk are found in their language's folder", async () => {
  const find = createFindView(
    (part) => part(),
    () => {},
  );
  if (exit.name !== "EXIT") throw new Error("the state is not EXIT");
  find("EXIT", exit, "fr");
  await expect.poll(() => find("EXIT", exit, "fr")).toBeTruthy();
  const findView = () => find("EXIT", exit, "fr") as never;
  render(<App state={exit} text={withoutRare} findView={findView} send={() => {}} clientName="" />);
  screen.getByRole("heading", { name: fr.leaveTitle });
});

test("only the forms without an institution are those of entries by hand", () => {
  const chunkAfter = (form: ReturnType<typeof loginForm>) => {
    const state = after(...toForm(form));
    return state.name === "CLOSED" ? null : rareChunkOf(state);
  };
  expect(chunkAfter(loginForm())).toBeUndefined();
  const institution = manualEntry;
  expect(chunkAfter(loginForm({ institution, purpose: "numbers" }))).toBe("by-hand");
  expect(chunkAfter(loginForm({ institution, purpose: "amounts" }))).toBe("by-hand");
});
