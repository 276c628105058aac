import type { ComponentChildren } from "preact";
import { Name } from "./name.tsx";

type GateProps = {
  title: string;
  text?: string;
  error?: string | null;
  children?: ComponentChildren;
};

/** A view with one message and one action. */
export const Gate = ({ title, text, error, children }: GateProps) => (
  <main class="card gate">
    <Name />
    <h1 id="title" tabIndex={-1}>
      {title}
    </h1>
    {text && <p class="lead">{text}</p>}
    <ErrorLine id="gate-error" text={error ?? null} />
    {children}
  </main>
);

/**
 * An error message. The element is always in the document, since only changes of a live region are
 * announced.
 */
export const ErrorLine = ({ id, text }: { id: string; text: string | null }) => (
  <div id={id} class={text ? "notice failure" : "notice"} role="alert">
    {text && <p>{text}</p>}
  </div>
);
