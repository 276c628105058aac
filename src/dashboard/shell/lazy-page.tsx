import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Page, PageProps } from "../page.ts";

/** A page that is loaded when somebody goes there first. */
export const LazyPage = ({ page, ...props }: PageProps & { page: Page }) => {
  const [state, setState] = useState<{ Component: ComponentType<PageProps> } | "failed" | null>(
    null,
  );
  useEffect(() => {
    let isHere = true;
    page.load().then(
      (Component) => isHere && setState({ Component }),
      () => isHere && setState("failed"),
    );
    return () => {
      isHere = false;
    };
  }, [page]);
  if (state === null) return <p class="none">Loading…</p>;
  if (state === "failed")
    return (
      <p class="notice failure" role="alert">
        This page cannot be loaded. The server may have been updated: load the page again.
      </p>
    );
  const { Component } = state;
  return <Component {...props} />;
};
