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
