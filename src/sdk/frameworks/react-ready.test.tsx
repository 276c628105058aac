/** @jsxImportSource react */
import { act } from "react";
import { expect, test, vi } from "vitest";
import { isLinkOpen, linkToken, meetFrame } from "./link-frame.fixture.ts";
import { mountHook, options } from "./react-hook.fixture.tsx";

type Mounted = Awaited<ReturnType<typeof mountHook>>;

/** The distinct states of all renders, in order. */
const statesOf = ({ results }: Mounted) =>
  results
    .map(({ ready, error }) => `${ready} ${error?.message ?? null}`)
    .filter((state, index, all) => state !== all[index - 1]);

test("in StrictMode ready turns true once, at the mount, and stays so while Link loads, opens and ends", async () => {
  const onLoad = vi.fn();
  const mounted = await mountHook(options({ onLoad }));
  expect(mounted.link().ready).toBe(true);
  mounted.becomeIdle();
  const { ready, leave } = meetFrame();
  expect(onLoad).not.toHaveBeenCalled();
  await act(ready);
  expect(onLoad).toHaveBeenCalledTimes(1);
  await mounted.open();
  expect(isLinkOpen()).toBe(true);
  await act(leave);
  expect(statesOf(mounted)).toEqual(["false null", "true null"]);
});

test("ready follows the token, and has no part in an open Link", async () => {
  const mounted = await mountHook(options({ token: null }));
  await mounted.render(options());
  await mounted.open();
  const { leave } = meetFrame();
  await mounted.render(options({ token: null }));
  expect([mounted.link().ready, isLinkOpen()]).toEqual([true, true]);
  await act(leave);
  expect(statesOf(mounted)).toEqual(["false null", "true null", "false null"]);
});

test("an error holds until its option is corrected; that of getToken until the next open", async () => {
  const getToken = vi.fn(async () => linkToken());
  getToken.mockRejectedValueOnce(new Error("503"));
  const mounted = await mountHook(options({ env: "production" }));
  const own = { token: undefined, getToken };
  await mounted.render(options(own));
  await mounted.open();
  await mounted.open();
  expect(isLinkOpen()).toBe(true);
  expect(statesOf(mounted)).toEqual([
    "false null",
    "false useServiceLink: the token is of sandbox, but env is production",
    "true null",
    "true 503",
    "true null",
  ]);
});
