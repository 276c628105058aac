import type { ComponentChildren, TargetedKeyboardEvent, TargetedSubmitEvent } from "preact";

type ScreenProps = {
  title: string;
  /** A picture above the title; with nothing to fill in, the screen is then centred. */
  emblem?: ComponentChildren;
  /** What stays at the bottom while the rest scrolls. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
  onSubmit?: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLFormElement>) => void;
};

/** What a view fills the card with: a title and a body that scrolls, above its actions. */
export const Screen = ({ title, emblem, actions, children, ...form }: ScreenProps) => {
  const parts = (
    <>
      <div class="body">
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
