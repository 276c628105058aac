import type { ComponentChildren } from "preact";
import type { Notice } from "./state.ts";

type NoticeLineProps = {
  id: string;
  notice: Notice | null;
  about: Notice["about"];
  children?: ComponentChildren;
};

/**
 * Shows the outcome of an action next to the action. The element is always in the document, since
 * only changes of a live region are announced.
 */
export const NoticeLine = ({ id, notice, about, children }: NoticeLineProps) => {
  const here = notice?.about === about ? notice : null;
  return (
    <div id={id} role="status" class={`notice ${here?.kind ?? ""}`}>
      {here && (
        <p>
          <Sentence text={here.text} />
        </p>
      )}
      {here && children}
    </div>
  );
};

/** A sentence in which text between backticks is code, and dates do not break. */
export const Sentence = ({ text }: { text: string }) => (
  <>
    {text.split(/(`[^`]+`|\d{4}-\d\d-\d\d)/).map((part, index) => {
      if (index % 2 === 0) return part;
      return part.startsWith("`") ? (
        <code>{part.slice(1, -1)}</code>
      ) : (
        <span class="date">{part}</span>
      );
    })}
  </>
);
