/** A sentence in which what stands between backticks is code. */
export const Sentence = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
);
