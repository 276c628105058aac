/** @jsxImportSource react */
import fc from "fast-check";
import { act, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import {
  framesInPage,
  isLinkOpen,
  linkToken,
  meetFrame,
  ORIGIN,
  openPage,
} from "./link-frame.fixture.ts";
import { useServiceLink } from "./react.ts";

type Step =
  | "mount"
  | "unmount"
  | "first token"
  | "second token"
  | "no token"
  | "open"
  | "exit"
  | "success"
  | "new callbacks";

const STEPS: readonly Step[] = [
  "mount",
  "unmount",
  "first token",
  "second token",
  "no token",
  "open",
  "exit",
  "success",
  "new callbacks",
];

/** The rules of a component's Link, apart from the code under test. */
type Model = {
  isMounted: boolean;
  token: string | null;
  /** The token of the open Link. */
  open: string | undefined;
  isWanted: boolean;
};

const TOKENS: Partial<Record<Step, string | null>> = {
  "first token": linkToken(1),
  "second token": linkToken(2),
  "no token": null,
};

const follow = (model: Model, step: Step): void => {
  if (step === "mount") model.isMounted = true;
  if (step === "unmount")
    Object.assign(model, { isMounted: false, isWanted: false, open: undefined });
  const token = TOKENS[step];
  if (token !== undefined) model.token = token;
  if (step === "open" && model.isMounted && !model.open) model.isWanted = true;
  if (step === "exit" || step === "success") model.open = undefined;
  if (model.isMounted && model.isWanted && !model.open && model.token) {
    model.open = model.token;
    model.isWanted = false;
  }
};

/** Mounts and unmounts a component with the hook in steps. */
const play = (page: ReturnType<typeof openPage>) => {
  const ends: number[] = [];
  let root: ReturnType<typeof createRoot> | undefined;
  let token: string | null = null;
  let generation = 0;
  let link: ReturnType<typeof useServiceLink> | undefined;
  const met = new WeakMap<Element, ReturnType<typeof meetFrame>>();
  const meet = () => {
    const [frame] = framesInPage();
    if (!frame) return undefined;
    const known = met.get(frame) ?? meetFrame(frame);
    met.set(frame, known);
    return known;
  };
  const Component = ({ own, ownToken }: { own: number; ownToken: string | null }) => {
    const callback = () => void ends.push(own);
    link = useServiceLink({
      origin: ORIGIN,
      token: ownToken,
      onSuccess: callback,
      onExit: callback,
    });
    return null;
  };
  const render = () =>
    root?.render(
      <StrictMode>
        <Component own={generation} ownToken={token} />
      </StrictMode>,
    );
  const actions: Record<string, () => void> = {
    mount: () => {
      root ??= createRoot(document.createElement("div"));
      render();
    },
    unmount: () => {
      root?.unmount();
      root = undefined;
    },
    open: () => link?.open(),
    exit: () => meet()?.leave(),
    success: () => meet()?.succeed(),
    "new callbacks": () => {
      generation++;
      render();
    },
  };
  return {
    take: async (step: Step) => {
      await act(() => {
        if (step in TOKENS) {
          token = TOKENS[step] ?? null;
          render();
        } else actions[step]?.();
      });
      page.becomeIdle();
    },
    ends,
    generation: () => generation,
    isReady: () => link?.ready,
    token: () => meet()?.config.token,
  };
};

test("in any order of mounts, tokens, callbacks, openings and ends there is one Link at most, as asked", async () => {
  const page = openPage();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(steps, async (path) => {
      const model: Model = { isMounted: false, token: null, open: undefined, isWanted: false };
      const link = play(page);
      for (const step of path) {
        const wasOpen = model.open !== undefined;
        const ends = link.ends.length;
        follow(model, step);
        await link.take(step);
        const shown = model.isMounted ? (model.open ?? model.token ?? undefined) : undefined;
        expect(framesInPage()).toHaveLength(shown ? 1 : 0);
        expect(link.token()).toBe(shown);
        expect(isLinkOpen()).toBe(model.open !== undefined);
        if (model.isMounted) expect(link.isReady()).toBe(shown !== undefined);
        const isEnd = wasOpen && (step === "exit" || step === "success");
        expect(link.ends.slice(ends)).toEqual(isEnd ? [link.generation()] : []);
      }
      await link.take("unmount");
      expect(framesInPage()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
