import { expect, onTestFinished, test, vi } from "vitest";
import {
  isLinkOpen,
  linkToken,
  meetFrame,
  ORIGIN,
  openPage,
} from "./frameworks/link-frame.fixture.ts";
import { createEmbedded } from "./module.ts";

/** Shows the list in an element of the page. The test plays the frame. */
const showList = (options: { onSuccess?: () => void; onExit?: () => void } = {}) => {
  const page = openPage();
  let observe: () => void = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => {};
      constructor(callback: () => void) {
        observe = callback;
      }
    },
  );
  const element = document.body.appendChild(document.createElement("div"));
  const onSuccess = vi.fn(options.onSuccess);
  const onExit = vi.fn(options.onExit);
  const config = { origin: ORIGIN, token: linkToken(), onSuccess, onExit };
  const handler = createEmbedded(config, element);
  onTestFinished(() => {
    handler.destroy();
    element.remove();
  });
  const shadow = () => element.firstElementChild?.shadowRoot;
  const dialog = () => shadow()?.querySelector("dialog");
  const frame = () => {
    const found = shadow()?.querySelector("link-frame");
    if (!found) throw new Error("the element has no frame");
    return found;
  };
  const style = () =>
    [...(shadow()?.adoptedStyleSheets ?? [])]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join("\n");
  return {
    ...{ ...page, handler, element, onSuccess, onExit, dialog, frame, style },
    meet: () => meetFrame(frame()),
    /** Simulates the browser's report of a new dialog size. */
    resize: (width: number) => {
      Object.defineProperty(dialog(), "offsetWidth", { value: width, configurable: true });
      observe();
    },
  };
};

const turn = () => new Promise<void>((resolve) => queueMicrotask(resolve));

test("the list is in its element at once, as its frame's address says, and takes no focus", () => {
  const { frame, dialog, handler } = showList();
  expect(frame().getAttribute("src")).toMatch(
    /^https:\/\/link\.example\/link\.html\?origin=.*&embedded$/,
  );
  expect(dialog()).toMatchObject({ open: false, inert: false });
  expect(handler.isOpen).toBe(true);
  expect(isLinkOpen()).toBe(false);
  expect(document.activeElement).toBe(document.body);
});

test("the element is as high as the frame says, and keeps a height while it is hidden", () => {
  const { meet, style, frame } = showList();
  expect(style()).toContain("height: 448px");
  const { say } = meet();
  expect(frame().className).toBe("");
  say({ type: "size", height: 612 });
  expect(style()).toContain("height: 612px");
  expect(frame().className).toBe("on");
  say({ type: "size", height: 0 });
  expect(style()).toContain("height: 448px");
});

test("a choice opens the window in the same frame, and an exit brings the list back after the callback", async () => {
  const order: string[] = [];
  const { meet, frame, dialog, handler, onExit } = showList({ onExit: () => order.push("onExit") });
  const { say, ready, leave } = meet();
  const before = frame();
  ready();
  say({ type: "expand" });
  expect(dialog()?.open).toBe(true);
  expect(isLinkOpen()).toBe(true);
  leave();
  expect(dialog()).toMatchObject({ open: false, inert: false });
  expect(order).toEqual(["onExit"]);
  expect(handler.isOpen).toBe(false);
  await turn();
  expect(handler.isOpen).toBe(true);
  expect(frame()).toBe(before);
  expect(onExit).toHaveBeenCalledTimes(1);
});

test("a success calls back once, and empties the element", async () => {
  const { meet, element, onSuccess, onExit, handler } = showList();
  const { say, ready, succeed } = meet();
  ready();
  say({ type: "expand" });
  succeed();
  await turn();
  expect(onSuccess.mock.calls).toEqual([["public-sandbox-1", expect.anything()]]);
  expect(onExit).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(element.childElementCount).toBe(0));
  expect(handler.isOpen).toBe(false);
});

test("a handler that the callback destroys does not come back", async () => {
  const shown = showList({ onExit: () => shown.handler.destroy() });
  const { ready, leave } = shown.meet();
  ready();
  leave();
  await turn();
  expect(shown.element.childElementCount).toBe(0);
});

test("a window whose element the page hides or removes ends; a list stays", () => {
  const hidden = showList();
  const { say, ready } = hidden.meet();
  ready();
  hidden.resize(0);
  expect(hidden.onExit).not.toHaveBeenCalled();
  say({ type: "expand" });
  hidden.resize(500);
  expect(isLinkOpen()).toBe(true);
  hidden.element.remove();
  hidden.resize(0);
  expect(hidden.onExit.mock.calls).toMatchObject([[{ error_code: "LINK_UNREACHABLE" }, {}]]);
  expect(isLinkOpen()).toBe(false);
});

test("a list that cannot be shown says so in the element, and ends when the user closes that", () => {
  const { meet, dialog, element, onExit, errors } = showList();
  const error = {
    error_type: "INVALID_INPUT",
    error_code: "INVALID_LINK_TOKEN",
    error_message: "m",
  };
  meet().say({ type: "refused", error, metadata: {} });
  expect(dialog()).toMatchObject({ open: false, inert: false });
  expect(dialog()?.textContent).toContain("INVALID_LINK_TOKEN");
  expect(onExit).not.toHaveBeenCalled();
  [...(dialog()?.querySelectorAll("button") ?? [])].at(-1)?.click();
  expect(onExit).toHaveBeenCalledTimes(1);
  expect(element.childElementCount).toBe(0);
  expect(errors()).toEqual(["Service Link: m"]);
});

test("destroy removes the list without a callback, and an element is required", () => {
  const { handler, element, onExit } = showList();
  handler.destroy();
  expect(element.childElementCount).toBe(0);
  expect(onExit).not.toHaveBeenCalled();
  for (const none of [null, undefined, "bank", document])
    expect(() =>
      createEmbedded({ token: linkToken(), origin: ORIGIN } as never, none as never),
    ).toThrow("Service.createEmbedded: element is missing");
});
