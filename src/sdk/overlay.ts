/**
 * What holds Link's frame above the page: a modal dialog in the top layer, which makes the rest of
 * the page inert. It is a child of the root, where no other modal hides its siblings and no page
 * replaces them. Styled through CSSOM and a constructed sheet only, which every CSP lets pass.
 */
export type Overlay = {
  /** Puts the frame into the page, out of sight. It is never moved, as that would reload it. */
  mount(): void;
  /** Names the dialog and the frame, as Link does in its user's language. */
  name(title: string): void;
  /** Shows Link, and keeps the page from scrolling. */
  open(): void;
  /** Hides Link, and gives focus and scrolling back; may be called at any time. */
  close(): void;
  /** Closes, and takes the frame out of the page; may be called at any time. */
  remove(): void;
};

/**
 * `leave` is called when the user wants out; with `force` if the browser has closed it already. `lost`
 * is called when the frame was taken out of the page.
 */
export const createOverlay = (
  frame: HTMLIFrameElement,
  leave: (options?: { force: boolean }) => void,
  lost: () => void,
): Overlay => {
  // Another one once somebody has written the document anew.
  let root: Element;
  // The page's own styles stay as they are; several Links may be open and close in any order.
  const scrollLock = new CSSStyleSheet();
  let opener: Element | null | undefined;
  // What surrounds the opener, innermost first.
  let surroundings: Element[] = [];
  const removals = new MutationObserver(() => frame.isConnected || lost());

  const close = () => {
    dialog.style.visibility = "hidden";
    // Where nothing had focus before, it would stay in the frame.
    frame.blur();
    // Gives focus back to the opener; if that cannot have it, what is nearest gets it below.
    dialog.close();
    dialog.inert = true;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (sheet) => sheet !== scrollLock,
    );
    if (opener && opener !== document.activeElement)
      surroundings.some((element) =>
        [...element.querySelectorAll<HTMLElement>("a,button,input,[tabindex]")].some((nearest) => {
          nearest.focus();
          return document.activeElement === nearest;
        }),
      );
    opener = undefined;
  };

  const dialog = Object.assign(document.createElement("dialog"), {
    style: "all:initial;inset:0;display:block;background:#0f172a8c;position:fixed",
    ariaLabel: frame.title,
    tabIndex: -1,
  });
  close();

  return {
    mount() {
      root = document.documentElement;
      // Each time, as writing the document anew takes away what its elements listened to.
      Object.assign(dialog, {
        oncancel(event: Event) {
          event.preventDefault();
          leave();
        },
        onclose() {
          // Comes late: Link may have closed the dialog itself, or be open again.
          if (dialog.open || dialog.inert) return;
          close();
          leave({ force: true });
        },
      }).append(frame);
      root.append(dialog);
      // All that is above the frame: nothing else in the page is watched.
      for (const each of [document, root, dialog]) removals.observe(each, { childList: true });
    },
    name(title) {
      dialog.ariaLabel = frame.title = title;
    },
    open() {
      opener = document.activeElement;
      surroundings = [];
      for (let each = opener?.parentElement; each && each !== root; each = each.parentElement)
        surroundings.push(each);
      const gutter = innerWidth > root.clientWidth ? "stable" : "auto";
      // A body whose overflow was the window's would become a scroller of its own, at its top.
      const body =
        getComputedStyle(root).overflow === "visible" ? "body{overflow:visible!important}" : "";
      scrollLock.replaceSync(
        `html{overflow:hidden!important;scrollbar-gutter:${gutter}!important}${body}`,
      );
      document.adoptedStyleSheets.push(scrollLock);
      dialog.inert = false;
      dialog.style.visibility = "visible";
      dialog.showModal();
      // Until Link listens, Escape has to reach this document.
      dialog.focus();
      if (!matchMedia("(prefers-reduced-motion)").matches) dialog.animate({ opacity: [0, 1] }, 150);
    },
    close,
    remove() {
      removals.disconnect();
      close();
      dialog.remove();
      frame.remove();
    },
  };
};
