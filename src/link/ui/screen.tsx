import type { ComponentChildren, TargetedKeyboardEvent, TargetedSubmitEvent } from "preact";

type ScreenProps = {
  title: string;
  /** A picture above the title; with nothing to fill in, the screen is then centred. */
  emblem?: ComponentChildren;
  /** What stays at the bottom while the rest scrolls. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
  /** There may be more to read than fits, and nothing in it to tab to: the keyboard scrolls it. */
  scrolls?: boolean;
  onSubmit?: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLFormElement>) => void;
};

/** What a view fills the card with: a title and a body that scrolls, above its actions. */
export const Screen = ({ title, emblem, actions, scrolls, children, ...form }: ScreenProps) => {
  const parts = (
    <>
      <div class="body" tabIndex={scrolls ? 0 : undefined}>
        {emblem}
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </>
  );
  return form.onSubmit ? (
    <form class="screen" aria-label={title} {...form}>
      {parts}
    </form>
  ) : (
    <div class={emblem ? "screen centred" : "screen"}>{parts}</div>
  );
};
