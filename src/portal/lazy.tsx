import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A module's `View`, which is loaded when it is shown for the first time; offline, it comes with the next visit. */
export const lazy =
  <Props extends object>(load: () => Promise<{ View: (props: Props) => VNode | null }>) =>
  (props: Props) => {
    const [Loaded, setLoaded] = useState<((props: Props) => VNode | null) | null>(null);
    useEffect(() => {
      load().then(
        ({ View }) => setLoaded(() => View),
        () => {},
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  };
