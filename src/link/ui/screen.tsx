import type {
  ComponentChildren,
  TargetedInputEvent,
  TargetedKeyboardEvent,
  TargetedSubmitEvent,
} from "preact";

/** The content of a card, and the handlers of its form. */
export type ScreenProps = {
  title: string;
  /** A picture above the title; without a form, the screen is then centred. */
  emblem?: ComponentChildren;
  /** The actions at the bottom, which do not scroll. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
  onSubmit?: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
  onInput?: (event: TargetedInputEvent<HTMLFormElement>) => void;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLFormElement>) => void;
};

/** The content of the card: a title and a scrolling body above the actions. */
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
