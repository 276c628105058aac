/** @jsxImportSource react */
import { act, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { linkToken, ORIGIN, openPage } from "./link-frame.fixture.ts";
import type { LinkOptions } from "./link-options.ts";
import { useServiceLink } from "./react.ts";

/** A component with the hook, which hands its result out at each render. */
const Probe = ({ options, use }: { options: LinkOptions; use: (link: Hook) => void }) => {
  use(useServiceLink(options));
  return null;
};
type Hook = ReturnType<typeof useServiceLink>;

/** Mounts the hook in StrictMode, which mounts each component twice. */
export const mountHook = async (first: LinkOptions) => {
  const page = openPage();
  const results: Hook[] = [];
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const render = (options: LinkOptions) =>
    act(() =>
      root.render(
        <StrictMode>
          <Probe options={options} use={(link) => results.push(link)} />
        </StrictMode>,
      ),
    );
  const unmount = () => act(() => root.unmount());
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  onTestFinished(unmount);
  await render(first);
  const link = () => results.at(-1) as Hook;
  return { ...page, results, render, unmount, link, open: () => act(() => link().open()) };
};

/** Options of a Link with a token. */
export const OPTIONS = { origin: ORIGIN, token: linkToken(), onSuccess: () => undefined };

/** The options with others in addition. */
export const options = (more: object = {}): LinkOptions => ({ ...OPTIONS, ...more });
