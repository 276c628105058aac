import { signal } from "@preact/signals-core";
import { afterEach, expect, test } from "vitest";
import { markWay, stayAboveKeyboard } from "./lazy-behaviour.ts";
import type { State } from "./machine/states.ts";

const root = document.createElement("div");
afterEach(() => root.remove());

const stateOf = (name: string) => ({ name }) as State;

test("the way of each view is forth, or back to a view that comes before", () => {
  const state = signal(stateOf("SELECT_INSTITUTION"));
  markWay(root, state);
  const wayTo = (name: string) => {
    state.value = stateOf(name);
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
