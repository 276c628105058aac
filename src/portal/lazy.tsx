import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Language } from "../protocol/vocabulary.ts";

/**
 * A module's `View`, loaded when first shown. If the browser is offline, the next visit loads it.
 */
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

/** Returns the texts of a lazily loaded part of the site in the page's language. */
export function wordsIn<Words>(byLanguage: Record<Language, Words>): Words {
  const own = Object.entries(byLanguage).find(([code]) => code === document.documentElement.lang);
  return own?.[1] ?? byLanguage.en;
}
