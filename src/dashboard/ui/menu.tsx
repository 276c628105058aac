import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type MenuProps = {
  /** The id and the class of its content. */
  id: string;
  /** The name of the button, for screen readers as well. */
  label: string;
  /** The content of the button, if it is not the name. */
  face?: ComponentChildren;
  onOpen?(): void;
  children: ComponentChildren;
};

/** A button that opens links and controls above the page. Escape, a press elsewhere and another address close them. */
export const Menu = ({ id, label, face = label, onOpen, children }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => menu.current?.hidePopover?.(), [location.href]);
  return (
    <>
      <button
        type="button"
        class={`button small opens ${id}-button`}
        popovertarget={id}
        aria-label={face === label ? undefined : label}
      >
        {face}
      </button>
      <div
        id={id}
        class={`menu ${id}`}
        popover="auto"
        ref={menu}
        onToggle={(event) => event.newState === "open" && onOpen?.()}
      >
        {children}
      </div>
    </>
  );
};
