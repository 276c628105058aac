import { effect, signal } from "@preact/signals-core";
import { afterEach, expect, test, vi } from "vitest";
import { askForTrust, createPatience, markWay, stayAboveKeyboard } from "./lazy-behaviour.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { State } from "./machine/states.ts";
import type { SessionPreview } from "./session-options.ts";

const root = document.createElement("div");
afterEach(() => {
  root.remove();
  localStorage.clear();
});

const toState = (name: string) => ({ name }) as State;

test("the way of each view is forth, or back to a view that comes before", () => {
  const state = signal(toState("SELECT_INSTITUTION"));
  markWay(root, state);
  const wayTo = (name: string) => {
    state.value = toState(name);
    return root.dataset.way;
  };
  expect(wayTo("LOADING.institution")).toBe("");
  expect(wayTo("CREDENTIAL")).toBe("");
  expect(wayTo("LOADING.credentials")).toBe("");
  expect(wayTo("MFA")).toBe("");
  expect(wayTo("CREDENTIAL")).toBe("back");
  expect(wayTo("EXIT")).toBe("");
  expect(wayTo("CREDENTIAL")).toBe("back");
  expect(wayTo("SELECT_INSTITUTION")).toBe("back");
});

test("a view of a wait is drawn after 300 ms, and never if the wait is over by then", () => {
  vi.useFakeTimers();
  const state = signal(toState("SELECT_INSTITUTION"));
  const keepsView = createPatience();
  const drawn: string[] = [];
  effect(() => {
    if (!keepsView(state.value)) drawn.push(state.value.name);
  });
  const enter = (name: string, ms: number) => {
    state.value = toState(name);
    vi.advanceTimersByTime(ms);
  };
  enter("LOADING.institution", 299);
  enter("CREDENTIAL", 500);
  enter("LOADING.credentials", 200);
  enter("LOADING.mfa", 99);
  expect(drawn).toEqual(["SELECT_INSTITUTION", "CREDENTIAL"]);
  vi.advanceTimersByTime(1);
  enter("LOADING.accounts", 0);
  expect(drawn.slice(2)).toEqual(["LOADING.mfa", "LOADING.accounts"]);
  vi.useRealTimers();
});

test("a view that comes back after a wait that was not drawn gets focus again, with its text selected", () => {
  vi.useFakeTimers();
  root.innerHTML = `<section><p class="field"><input class="text" value="9873"></p></section>`;
  document.body.append(root);
  const input = root.querySelector("input") as HTMLInputElement;
  input.onfocus = () => input.select();
  input.focus();
  input.setSelectionRange(4, 4);
  const keepsView = createPatience();
  for (const name of ["MFA", "LOADING.mfa", "MFA"]) keepsView(toState(name));
  vi.runAllTimers();
  expect(document.activeElement).toBe(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 4]);
  vi.useRealTimers();
});

test("a wait is drawn at once when nothing is drawn yet, and after the list inside the page", () => {
  const drawsAtOnce = (previous: string) => {
    const keepsView = createPatience();
    keepsView(toState(previous));
    return !keepsView(toState("LOADING.start"));
  };
  expect(createPatience()(toState("LOADING.start"))).toBe(false);
  expect(drawsAtOnce("CLOSED")).toBe(true);
  expect(drawsAtOnce("SELECT_INSTITUTION")).toBe(false);
  root.className = "embedded";
  document.body.append(root);
  expect(drawsAtOnce("SELECT_INSTITUTION")).toBe(true);
  root.className = "";
});

const askedAt = async (name: string, preview: Partial<SessionPreview>, facts = "It is read") => {
  const events: MachineEvent[] = [];
  const state = signal(toState(name));
  root.innerHTML = `<details>${facts}</details>`;
  askForTrust(root, {
    state,
    preview: signal(preview as SessionPreview),
    send: (event) => events.push(event),
  });
  await Promise.resolve();
  state.value = toState(name);
  await Promise.resolve();
  return events;
};

test("the trust facts are asked for once, if the client wants that", async () => {
  const wanted = { trust_pane: true } as const;
  const asked = [{ type: "trust.asked" }];
  expect(await askedAt("SELECT_INSTITUTION", {})).toEqual([]);
  expect(await askedAt("CREDENTIAL", wanted)).toEqual([]);
  expect(await askedAt("SELECT_INSTITUTION", wanted)).toEqual(asked);
  expect(await askedAt("SELECT_INSTITUTION", wanted)).toEqual([]);
  expect(await askedAt("SELECT_INSTITUTION", wanted, "More is read")).toEqual(asked);
});

test("without storage the trust facts are asked for each time Link is loaded", async () => {
  const deny = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", new Proxy({}, { get: deny, set: deny }));
  for (const _ of "12")
    expect(await askedAt("SELECT_INSTITUTION", { trust_pane: true })).toHaveLength(1);
  vi.unstubAllGlobals();
});

test("the window ends above a keyboard that lies over the page, and is whole again without it", () => {
  const viewport = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 });
  stayAboveKeyboard(root, viewport as unknown as VisualViewport);
  const heightAt = (height: number, scale = 1) => {
    Object.assign(viewport, { height, scale });
    viewport.dispatchEvent(new Event("resize"));
    return root.style.height;
  };
  expect(heightAt(innerHeight - 300)).toBe(`${innerHeight - 300}px`);
  expect(heightAt(innerHeight)).toBe("");
  expect(heightAt(innerHeight / 2, 2)).toBe("");
});
