/** Returns the text of a form's only field, and a function that empties it unless its text has changed. */
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
