import { LINK_TOKEN_PREFIX } from "../../protocol/link/link-token-prefix.ts";

/** More sessions than a user resumes. */
const MAX_STORED = 20;

/** Deletes the stored resume credentials when so many are stored that most are expired. */
export const pruneResumeCredentials = (storage: () => Storage): void => {
  try {
    const items = storage();
    const tokens = Object.keys(items).filter((key) => key.startsWith(LINK_TOKEN_PREFIX));
    if (tokens.length > MAX_STORED) for (const token of tokens) items.removeItem(token);
  } catch {
    // A browser without storage has nothing to delete.
  }
};

/**
 * Submits forms when the browser does not: in a sandboxed page without `allow-forms`, our frame
 * never gets a `submit` event. Does nothing in other pages.
 */
export const submitAnyway = (root: HTMLElement): void => {
  if (canSubmit()) return;
  root.addEventListener("click", (event) => {
    const { form } = (event.target as Element).closest<HTMLButtonElement>("[type=submit]") ?? {};
    if (form) submit(form, event);
  });
  root.addEventListener("keydown", (event) => {
    const { target, key, isComposing } = event;
    if (key === "Enter" && !isComposing && target instanceof HTMLInputElement && target.form)
      submit(target.form, event);
  });
};

/** A hidden form tests this, since browsers have no API for it. */
function canSubmit(): boolean {
  const form = document.createElement("form");
  let hasFired = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    hasFired = true;
  };
  form.hidden = true;
  document.body.append(form);
  form.requestSubmit();
  form.remove();
  return hasFired;
}

function submit(form: HTMLFormElement, event: Event): void {
  event.preventDefault();
  if (form.reportValidity())
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}
