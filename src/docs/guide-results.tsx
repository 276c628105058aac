import { useEffect, useState } from "preact/hooks";
import { type Found, loadIndex, searchPages } from "../browser/docs-index.ts";

/** The sections that are listed next to the reference's own paths. */
const MOST = 6;

/** Lists the sections of the guides that match a search. */
export const GuideResults = ({ text }: { text: string }) => {
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    if (text === "") return setFound([]);
    let isCurrent = true;
    loadIndex().then(
      (loaded) => {
        // The sidebar already lists the paths.
        const guides = searchPages(loaded, text).filter(({ href }) => !href.startsWith("/docs#"));
        if (isCurrent) setFound(guides.slice(0, MOST));
      },
      // The search still finds paths without the guides.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (found.length === 0) return null;
  return (
    <nav class="found" aria-label="In the guides">
      <p class="quiet">In the guides</p>
      {found.map(({ href, heading, page }) => (
        <a key={href} href={href}>
          {heading} {heading !== page && <small>{page}</small>}
        </a>
      ))}
    </nav>
  );
};
