import { afterEach, expect, test, vi } from "vitest";
import { pruneResumeCredentials } from "./prune-resume-credentials.ts";
import { resumeCredentials } from "./resume-credentials.ts";

afterEach(() => void vi.unstubAllGlobals());

/** What a browser keeps for Link's origin. */
const browser = (kept: Record<string, string> = {}): Record<string, string> => {
  vi.stubGlobal("localStorage", kept);
  return kept;
};

/** The same with its methods, as far as they are called. */
const storageOf = (kept: Record<string, string>): Storage =>
  Object.assign(Object.create({ removeItem: (key: string) => delete kept[key] }), kept);

test("the secret of a link token is the one that was kept first", () => {
  const kept = browser();
  expect(resumeCredentials("link-1", "made")).toBe("made");
  expect(resumeCredentials("link-1", "late")).toBe("made");
  expect(resumeCredentials("link-2", "othr")).toBe("othr");
  expect(kept).toEqual({ "link-1": "made", "link-2": "othr" });
});

test("where nothing can be kept, a frame has a secret all the same", () => {
  for (const storage of [null, undefined, new Proxy({}, { get: refuse, set: refuse })]) {
    vi.stubGlobal("localStorage", storage);
    expect(resumeCredentials("link-1", "made")).toBe("made");
    expect(resumeCredentials("link-1", "late")).toBe("late");
  }
});

test("secrets are forgotten once there are more than anybody goes on with; nothing else is", () => {
  const kept = { theirs: "x", ...many(20) };
  pruneResumeCredentials(() => storageOf(kept));
  expect(Object.keys(kept)).toHaveLength(21);
  const more = { theirs: "x", ...many(21) };
  pruneResumeCredentials(() => storageOf(more));
  expect(more).toEqual({ theirs: "x" });
  expect(() => pruneResumeCredentials(refuse)).not.toThrow();
});

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`link-${n}`, "secret"]));

const refuse = (): never => {
  throw new DOMException("nothing is kept here", "SecurityError");
};
