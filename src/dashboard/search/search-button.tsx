import { useEffect, useState } from "preact/hooks";
import type { PageProps } from "../session/page.ts";
import { LazyPage } from "../shell/lazy-page.tsx";

const DIALOG = { load: async () => (await import("./search-dialog.tsx")).SearchDialog };

/** Opens the search, as Ctrl+K and ⌘K do. */
export const SearchButton = (props: PageProps) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      // One dialog at a time: another may hold a secret that is shown once.
      if (!document.querySelector("dialog[open]")) setOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  return (
    <>
      <button type="button" class="search" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.5 10.5 14 14" />
        </svg>
        <span>Search</span>
        <kbd>{/Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {isOpen && <LazyPage page={DIALOG} props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  );
};
