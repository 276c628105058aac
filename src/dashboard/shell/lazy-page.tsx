import type { ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

type LazyPageProps<Props> = {
  page: { load(): Promise<ComponentType<Props>> };
  props: Props;
};

/** A page, or a part of one, that is loaded when it is first shown. */
export const LazyPage = <Props extends object>({ page, props }: LazyPageProps<Props>) => {
  const [state, setState] = useState<{ Component: ComponentType<Props> } | "failed" | null>(null);
  // Before the first paint, which then has a page that is loaded already.
  useLayoutEffect(() => {
    let isHere = true;
    const reload = (): void => location.reload();
    page.load().then(
      (Component) => isHere && setState({ Component }),
      () => {
        if (!isHere) return;
        // The network may be back before the next frame, when an effect would start to listen.
        addEventListener("online", reload);
        setState("failed");
      },
    );
    return () => {
      isHere = false;
      removeEventListener("online", reload);
    };
  }, [page]);
  if (state === null) return <p class="none">Loading…</p>;
  if (state === "failed")
    return (
      <p class="notice failure" role="alert">
        This page cannot be loaded. You may be offline, or the server was updated.{" "}
        <button type="button" class="link" onClick={() => location.reload()}>
          Load it again
        </button>
      </p>
    );
  const { Component } = state;
  return <Component {...props} />;
};
