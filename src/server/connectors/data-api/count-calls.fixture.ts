import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { onTestFinished } from "vitest";

/** Counts the calls of the data API from now on, all or to one path. */
export const countCalls = () => {
  const paths: string[] = [];
  const note = (message: unknown) => {
    const { path } = (message as { request: { path: string } }).request;
    if (path.includes("/fdx/")) paths.push(path.replace(/^.*\/fdx\/v6/, ""));
  };
  subscribe("undici:request:create", note);
  onTestFinished(() => void unsubscribe("undici:request:create", note));
  return (path?: string) =>
    paths.filter((called) => path === undefined || called.split("?")[0] === path).length;
};
