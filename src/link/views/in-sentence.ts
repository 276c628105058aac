/** A label as it stands inside a sentence: `password`, but `PIN` and `User ID` as they are. */
export const inSentence = (label: string): string =>
  /^.\P{Lu}*$/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
