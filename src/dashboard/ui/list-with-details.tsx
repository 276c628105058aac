import { type ComponentChildren, createContext } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Router } from "../session/route.ts";

/**
 * The part that is on the screen together with the other: a list or the details of a row; null if one
 * replaces the other.
 */
export const PlaceBeside = createContext<"list" | "panel" | null>(null);

/** The minimum width that fits the list and its details. */
const WIDE = "(min-width: 1440px)";

type Props = {
  router: Router;
  list: ComponentChildren;
  /** The row that the address names; false without one. */
  details: ComponentChildren;
};

/** A list, and the details of one of its rows: in a panel next to it, or instead of it on a narrow screen. */
export const ListWithDetails = ({ router, list, details }: Props) => {
  const isWide = useIsWide();
  const panel = useRef<HTMLElement>(null);
  const hasDetails = router.route.value.id !== null;
  const isOpen = isWide && hasDetails;
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || target.closest("input,textarea,select,dialog")) return;
      if (event.key === "Escape") router.go(router.listHref());
      if (event.key !== "Enter" || !target.closest("tr[aria-current]")) return;
      event.preventDefault();
      panel.current?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isOpen]);
  return (
    <>
      <PlaceBeside.Provider value={isWide ? "list" : null}>
        {(isWide || !hasDetails) && list}
      </PlaceBeside.Provider>
      <p class="visually-hidden" role="status">
        {isOpen &&
          "The row is shown next to the list. j and k show others, Enter leads to it, and Escape closes it."}
      </p>
      {isOpen ? (
        <div class="panel-place">
          <aside class="panel" aria-label="Details" tabIndex={-1} ref={panel}>
            <PlaceBeside.Provider value="panel">{details}</PlaceBeside.Provider>
          </aside>
        </div>
      ) : (
        details
      )}
    </>
  );
};

const useIsWide = (): boolean => {
  const media = globalThis.matchMedia?.(WIDE);
  const [isWide, setWide] = useState(media?.matches ?? false);
  useEffect(() => {
    const update = ({ matches }: MediaQueryListEvent): void => setWide(matches);
    media?.addEventListener("change", update);
    return () => media?.removeEventListener("change", update);
  }, []);
  return isWide;
};
