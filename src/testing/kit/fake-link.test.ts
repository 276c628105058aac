import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createFakeLink } from "./fake-link.ts";

const open = (config: object = {}) => {
  const link = createFakeLink();
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
    };
  const handler = link.create({
    token: "link-sandbox-1",
    onSuccess: record("onSuccess"),
    onExit: record("onExit"),
    onEvent: record("onEvent"),
    ...config,
  });
  return { link, handler, calls, names: () => calls.map(([name, event]) => `${name} ${event}`) };
};

test("a user of the fake connects an account: OPEN, HANDOFF, then onSuccess with the token", () => {
  const { link, handler, calls, names } = open();
  handler.open();
  expect(handler.isOpen).toBe(true);
  link.handler.succeed("public-sandbox-1", { link_session_id: "session-1" });
  expect(names()).toEqual(["onEvent OPEN", "onEvent HANDOFF", "onSuccess public-sandbox-1"]);
  expect(calls.at(-1)?.[2]).toEqual({
    link_session_id: "session-1",
    institution: { name: "First Platypus Bank", institution_id: "ins_109508" },
  });
  expect(handler.isOpen).toBe(false);
});

test("a user of the fake leaves with an error, whose missing fields have defaults", () => {
  const { link, handler, calls } = open();
  handler.open();
  link.handler.leave({ error_code: "ITEM_LOCKED" }, { status: "requires_credentials" });
  expect(calls.at(-1)).toEqual([
    "onExit",
    expect.objectContaining({ error_type: "ITEM_ERROR", error_code: "ITEM_LOCKED" }),
    expect.objectContaining({ status: "requires_credentials", institution: null }),
  ]);
});

test("the fake refuses the configs that Link refuses", () => {
  const { create } = createFakeLink();
  expect(() => create({ onSuccess: () => {} } as never)).toThrow(/clientName is missing; key is/);
  expect(() => create({ token: "t", onSuccess: () => {}, onSucces: () => {} } as never)).toThrow(
    /onSucces is none of origin,clientName,.*onSuccess/,
  );
});

test("a test that acts while Link is closed is told so", () => {
  const { link } = open();
  expect(() => link.handler.succeed()).toThrow(
    "Link is closed; the application has to open it first",
  );
  expect(() => createFakeLink().handler).toThrow("has called create of this fake Link not once");
});

test("onLoad comes once, after create has returned, and not after destroy", async () => {
  const [onLoad, late] = [vi.fn(), vi.fn()];
  open({ onLoad });
  open({ onLoad: late }).handler.destroy();
  expect(onLoad).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(onLoad).toHaveBeenCalledOnce();
  expect(late).not.toHaveBeenCalled();
});

test("the fake is the global of a window until it is taken away", () => {
  const window = { Service: "before" };
  const { install } = createFakeLink();
  const uninstall = install(window);
  expect(window.Service).toHaveProperty("create");
  uninstall();
  expect(window).toEqual({ Service: "before" });
});

test("each opening has exactly one terminal callback, and nothing follows it", () => {
  const step = fc.constantFrom("open", "succeed", "leave", "exit", "emit", "destroy");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { link, handler, calls } = open();
      for (const each of steps)
        try {
          if (each === "open" || each === "exit" || each === "destroy") handler[each]();
          else if (each === "emit") link.handler.emit("SELECT_INSTITUTION");
          else link.handler[each]();
        } catch (failure) {
          expect(String(failure)).toMatch(/destroyed|Link is (closed|destroyed)/);
        }
      const ends = calls.filter(([name]) => name !== "onEvent").length;
      const openings = calls.filter(([, event]) => event === "OPEN").length;
      expect(openings - ends).toBe(
        handler.isOpen || link.handler.isDestroyed ? openings - ends : 0,
      );
      expect([0, 1]).toContain(openings - ends);
      for (const [at, [name]] of calls.entries())
        if (name !== "onEvent" && calls[at + 1]) expect(calls[at + 1]?.[1]).toBe("OPEN");
    }),
  );
});

test("an embedded search is open at once, and again after each end until it is destroyed", () => {
  const link = createFakeLink();
  const ends: string[] = [];
  const handler = link.createEmbedded(
    {
      token: "link-sandbox-1",
      onSuccess: (publicToken) => ends.push(publicToken),
      onExit: () => ends.push("exit"),
    },
    {} as Element,
  );
  link.handler.leave();
  link.handler.succeed("public-sandbox-1");
  expect([ends, handler.isOpen]).toEqual([["exit", "public-sandbox-1"], true]);
  handler.destroy();
  expect(handler.isOpen).toBe(false);
});
