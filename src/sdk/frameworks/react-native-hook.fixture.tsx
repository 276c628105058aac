/** @jsxImportSource react */
import { act } from "react";
import { mountInApp, NATIVE_OPTIONS } from "./react-native.fixture.tsx";
import { type NativeLinkOptions, useServiceLink } from "./react-native.ts";

type Hook = ReturnType<typeof useServiceLink>;

/** A component that records the hook's result of each render. */
const Probe = ({ options, use }: { options: NativeLinkOptions; use: (link: Hook) => void }) => {
  const link = useServiceLink(options);
  use(link);
  return <section>{link.modal}</section>;
};

/** Options of a Link with a token, and further options. */
export const nativeOptions = (more: object = {}): NativeLinkOptions => ({
  ...NATIVE_OPTIONS,
  ...more,
});

/** Mounts the hook in an app, in StrictMode. */
export const mountHook = async (first: NativeLinkOptions) => {
  const results: Hook[] = [];
  const probe = (each: NativeLinkOptions) => (
    <Probe options={each} use={(link) => results.push(link)} />
  );
  const { render, ...app } = await mountInApp(probe(first));
  const link = () => results.at(-1) as Hook;
  return {
    ...app,
    results,
    link,
    render: (each: NativeLinkOptions) => render(probe(each)),
    open: () => act(() => link().open()),
    exit: () => act(() => link().exit()),
  };
};
