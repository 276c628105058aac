/** The text of a form's one field, and how to empty it, unless something else is in it by then. */
export const readField = (form: HTMLFormElement): { text: string; clear(): void } => {
  const field = form.querySelector("input");
  const value = field?.value ?? "";
  return {
    text: value.trim(),
    clear: () => {
      if (field?.value === value) field.value = "";
    },
  };
};
