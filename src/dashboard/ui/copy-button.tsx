import { useEffect, useState } from "preact/hooks";
import { copyText } from "../../browser/copy-text.ts";

type CopyButtonProps = {
  text: string;
  /** The name of the text, for screen readers. */
  name: string;
};

/** "Copied" is shown this long. */
const SHOWN_MS = 2000;

/** Copies a text, and says so. */
export const CopyButton = ({ text, name }: CopyButtonProps) => {
  const [result, setResult] = useState("");
  useEffect(() => {
    if (result === "") return;
    const timer = setTimeout(() => setResult(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <span class="copy">
      <button
        type="button"
        aria-label={`Copy ${name}`}
        onClick={async ({ currentTarget }) =>
          setResult((await copy(text, currentTarget)) ? "Copied" : "Not copied: select it")
        }
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
        </svg>
      </button>
      <span role="status">{result}</span>
    </span>
  );
};

/** Copies a text that the page may show only in part; returns whether it did. */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const isCopied = await copyText(text, () => {
    // Within a dialog, since nothing outside can be selected meanwhile.
    button.after(field);
    field.select();
  });
  if (field.isConnected) button.focus();
  field.remove();
  return isCopied;
}
