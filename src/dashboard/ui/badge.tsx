/** The tone of a state. */
export type Tone = "good" | "warn" | "bad" | "plain";

/** A state in a word. */
export const Badge = ({ tone, text }: { tone: Tone; text: string }) => (
  <span class={`badge ${tone}`}>{text}</span>
);
