import { afterEach, expect, test, vi } from "vitest";
import { resumeCredentials } from "./resume-credentials.ts";
import { pruneResumeCredentials } from "./views/idle-behaviour.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Stubs the storage of Link's origin. */
const browser = (items: Record<string, string> = {}): Record<string, string> => {
  vi.stubGlobal("localStorage", items);
  return items;
};

/** A stand-in for a Storage, with the methods that are called. */
const storageOf = (items: Record<string, string>): Storage =>
  Object.assign(Object.create({ removeItem: (key: string) => delete items[key] }), items);

test("the secret of a link token is the one that was stored first", () => {
  const items = browser();
  expect(resumeCredentials("link-1", "made")).toBe("made");
  expect(resumeCredentials("link-1", "late")).toBe("made");
  expect(resumeCredentials("link-2", "othr")).toBe("othr");
  expect(items).toEqual({ "link-1": "made", "link-2": "othr" });
});

test("a frame without storage gets a secret too", () => {
  for (const storage of [null, undefined, new Proxy({}, { get: refuse, set: refuse })]) {
    vi.stubGlobal("localStorage", storage);
    expect(resumeCredentials("link-1", "made")).toBe("made");
    expect(resumeCredentials("link-1", "late")).toBe("late");
  }
});

test("secrets, and nothing else, are deleted once there are too many", () => {
  const items = { theirs: "x", ...many(20) };
  pruneResumeCredentials(() => storageOf(items));
  expect(Object.keys(items)).toHaveLength(21);
  const more = { theirs: "x", ...many(21) };
  pruneResumeCredentials(() => storageOf(more));
  expect(more).toEqual({ theirs: "x" });
  expect(() => pruneResumeCredentials(refuse)).not.toThrow();
});

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`link-${n}`, "secret"]));

const refuse = (): never => {
  throw new DOMException("nothing is items here", "SecurityError");
};
