// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { foldTrust } from "./fold-trust.ts";

const detailsWith = (text: string): HTMLDetailsElement =>
  Object.assign(document.createElement("details"), { textContent: text, open: true });

const isOpen = (text: string): boolean => {
  const details = detailsWith(text);
  foldTrust(details);
  return details.open;
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("the same text is folded once it was shown and went away", () => {
  expect(isOpen("Shop reads accounts")).toBe(true);
  expect(isOpen("Shop reads accounts")).toBe(true);
  foldTrust(null);
  expect(isOpen("Shop reads accounts")).toBe(false);
});

test("another application, or more data, opens it again", () => {
  isOpen("Shop reads accounts");
  foldTrust(null);
  expect(isOpen("Bakery reads accounts")).toBe(true);
  expect(isOpen("Shop reads accounts and income")).toBe(true);
});

test("without storage it is open each time", () => {
  vi.stubGlobal(
    "localStorage",
    new Proxy(
      {},
      {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
        set: () => {
          throw new DOMException("denied", "SecurityError");
        },
      },
    ),
  );
  expect(isOpen("Shop reads accounts")).toBe(true);
  foldTrust(null);
  expect(isOpen("Shop reads accounts")).toBe(true);
});
