import { useEffect, useState } from "preact/hooks";
import type { PageProps } from "../session/page.ts";
import { LazyPage } from "../shell/lazy-page.tsx";

const KEYS = { load: async () => (await import("./keys-dialog.tsx")).KeysDialog };
const DIALOG = { load: async () => (await import("./search-dialog.tsx")).SearchDialog };

/** Opens the search, as Ctrl+K and ⌘K do; `?` shows the keys. */
export const SearchButton = (props: PageProps) => {
  const [open, setOpen] = useState<"search" | "keys" | null>(null);
  const close = (): void => setOpen(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isSearch = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      const isWriting =
        event.target instanceof Element && event.target.closest("input,textarea,select");
      if (!isSearch && (event.key !== "?" || isWriting)) return;
      event.preventDefault();
      // Only one dialog may be open, since another dialog may show a secret for the only time.
      if (!document.querySelector("dialog[open]")) setOpen(isSearch ? "search" : "keys");
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button type="button" class="search" aria-haspopup="dialog" onClick={() => setOpen("search")}>
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.5 10.5 14 14" />
        </svg>
        <span>Search</span>
        <kbd>{/Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {open && (
        <LazyPage
          key={open}
          page={open === "search" ? DIALOG : KEYS}
          props={{ ...props, onClose: close }}
        />
      )}
    </>
  );
};
