/** @jsxImportSource react */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { framesInPage, isLinkOpen, linkToken, meetFrame, openPage } from "./link-frame.fixture.ts";
import { ServiceLink } from "./react.ts";
import { mountHook, OPTIONS, options } from "./react-hook.fixture.tsx";

test("StrictMode's double mount makes one frame, which is ready to open", async () => {
  const { becomeIdle, link, open } = await mountHook(options());
  becomeIdle();
  expect(framesInPage()).toHaveLength(1);
  expect(link()).toMatchObject({ ready: true, error: null });
  await open();
  expect(isLinkOpen()).toBe(true);
});

test("a token that comes late opens the Link that was asked for before", async () => {
  const { becomeIdle, link, open, render } = await mountHook(options({ token: null }));
  becomeIdle();
  expect(framesInPage()).toEqual([]);
  expect(link().ready).toBe(false);
  await open();
  expect(isLinkOpen()).toBe(false);
  await render(options());
  expect(link().ready).toBe(true);
  expect(isLinkOpen()).toBe(true);
  expect(meetFrame().config).toEqual({ token: linkToken() });
});

test("callbacks and equal settings that are new objects keep the frame, and the last one is called", async () => {
  const first = vi.fn();
  const last = vi.fn();
  const withCallback = (onSuccess: () => void) =>
    options({ onSuccess, theme: { mode: "dark" }, product: ["auth"] });
  const { becomeIdle, open, render } = await mountHook(withCallback(first));
  becomeIdle();
  const [frame] = framesInPage();
  await render(withCallback(last));
  expect(framesInPage()).toEqual([frame]);
  await open();
  const { succeed } = meetFrame();
  await act(succeed);
  expect(first).not.toHaveBeenCalled();
  expect(last.mock.calls).toEqual([["public-sandbox-1", expect.anything()]]);
});

test("a changed token makes a new frame, but not before an open Link is closed", async () => {
  const { becomeIdle, open, render } = await mountHook(options());
  becomeIdle();
  await open();
  const [frame] = framesInPage();
  const { leave } = meetFrame();
  await render(options({ token: linkToken(2) }));
  expect(framesInPage()).toEqual([frame]);
  await act(leave);
  becomeIdle();
  expect(framesInPage()).toHaveLength(1);
  expect(framesInPage()).not.toEqual([frame]);
  expect(meetFrame().config).toEqual({ token: linkToken(2) });
});

test("an unmount removes an open Link without a callback, and a late open does nothing", async () => {
  const onExit = vi.fn();
  const { becomeIdle, link, open, unmount } = await mountHook(options({ onExit }));
  becomeIdle();
  await open();
  const { leave } = meetFrame();
  await unmount();
  leave();
  link().open();
  becomeIdle();
  expect(framesInPage()).toEqual([]);
  expect(isLinkOpen()).toBe(false);
  expect(onExit).not.toHaveBeenCalled();
});

test("with getToken the same button connects a second account, each with a token of its own", async () => {
  let count = 0;
  const getToken = vi.fn(async () => linkToken(++count));
  const onSuccess = vi.fn();
  const { link, open } = await mountHook(options({ token: undefined, getToken, onSuccess }));
  expect(link().ready).toBe(true);
  expect(getToken).not.toHaveBeenCalled();
  for (const round of [1, 2]) {
    await open();
    await open();
    const { config, succeed } = meetFrame();
    expect(config).toEqual({ token: linkToken(round) });
    await act(succeed);
    expect(framesInPage()).toEqual([]);
  }
  expect(getToken).toHaveBeenCalledTimes(2);
  expect(onSuccess).toHaveBeenCalledTimes(2);
});

test("a token of the page comes first, and getToken's after it has been used", async () => {
  const getToken = vi.fn(async () => linkToken(2));
  const { becomeIdle, open } = await mountHook(options({ getToken }));
  becomeIdle();
  await open();
  const { succeed } = meetFrame();
  await act(succeed);
  await open();
  expect(meetFrame().config).toEqual({ token: linkToken(2) });
});

test("a token that cannot be fetched is the error, and the next open tries again", async () => {
  const failure = new Error("503");
  const getToken = vi.fn(async () => linkToken());
  getToken.mockRejectedValueOnce(failure);
  const { link, open } = await mountHook(options({ token: undefined, getToken }));
  await open();
  expect(link()).toMatchObject({ ready: true, error: failure });
  await open();
  expect(link().error).toBeNull();
  expect(isLinkOpen()).toBe(true);
});

test("open and exit stay the same functions", async () => {
  const { render, results } = await mountHook(options());
  await render(options({ token: linkToken(3) }));
  expect(results.length).toBeGreaterThan(1);
  expect(new Set(results.slice(1).map(({ open }) => open)).size).toBe(1);
  expect(new Set(results.slice(1).map(({ exit }) => exit)).size).toBe(1);
});

test("on a server the button is drawn disabled", () => {
  const html = renderToString(
    <ServiceLink {...OPTIONS} token={null} className="bank">
      Connect
    </ServiceLink>,
  );
  expect(html).toBe('<button type="button" class="bank" disabled="">Connect</button>');
});

test("the button calls its own onClick first, which may prevent the opening", async () => {
  const { becomeIdle } = openPage();
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  onTestFinished(() => act(() => root.unmount()));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let isPrevented = true;
  await act(() =>
    root.render(
      <ServiceLink {...OPTIONS} onClick={(event) => isPrevented && event.preventDefault()}>
        Connect
      </ServiceLink>,
    ),
  );
  becomeIdle();
  const button = container.querySelector("button");
  expect(button?.disabled).toBe(false);
  await act(() => button?.click());
  expect(isLinkOpen()).toBe(false);
  isPrevented = false;
  await act(() => button?.click());
  expect(isLinkOpen()).toBe(true);
});
