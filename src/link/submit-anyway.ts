/**
 * Submits forms where the browser does not: a page in a sandbox without `allow-forms` hands that down
 * to our frame, and no `submit` is ever fired there. Where it is, this does nothing.
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

/** Only trying tells. */
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
