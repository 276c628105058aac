const FOCUSABLE = "a[href],button,input,select";

/**
 * Lets the keyboard scroll what is longer than its room and has nothing in it to tab to: for as long
 * as that is so it is a stop of its own, under its title. Large text makes a view scroll that never
 * did, so it is looked at again whenever anything in it has another size.
 */
export const keepKeyboardScroll = (root: HTMLElement): void => {
  const look = (): void => {
    for (const each of root.querySelectorAll<HTMLElement>(".screen,.body")) makeStop(each);
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    look();
    for (const each of root.querySelectorAll(".body,.body>*")) sizes.observe(each);
  };
  new MutationObserver(watch).observe(root, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  watch();
};

function makeStop(region: HTMLElement): void {
  const isStuck =
    !region.querySelector(FOCUSABLE) &&
    /auto|scroll/.test(getComputedStyle(region).overflowY) &&
    region.scrollHeight > region.clientHeight;
  if (isStuck) {
    region.tabIndex = 0;
    region.role = "region";
    region.ariaLabel = region.querySelector("h1")?.textContent ?? "";
  } else if (region.role === "region")
    for (const name of ["tabindex", "role", "aria-label"]) region.removeAttribute(name);
}
