import { numberText } from "./number-text.ts";

type Bar = {
  name: string;
  count: number;
  /** The text after the bar; the count by default. */
  text?: string;
  /** The product whose colour the bar has; the accent by default. */
  product?: string;
  /** The target of the link in the bar's name. */
  href?: string;
};

/** Horizontal bars of one scale, whose end is `max` if that is more; each with its name and number as text: the drawing itself is decorative. */
export const Bars = ({ bars, max }: { bars: readonly Bar[]; max?: number }) => {
  const longest = Math.max(1, max ?? 0, ...bars.map(({ count }) => count));
  return (
    <ol class="bars">
      {bars.map(({ name, count, text, href, product = "" }) => (
        <li key={name}>
          <span>{href === undefined ? name : <a href={href}>{name}</a>}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="8" rx="1" />
            <rect class={`bar ${product}`} width={(count / longest) * 100} height="8" rx="1" />
          </svg>
          <span class="number">{text ?? numberText(count)}</span>
        </li>
      ))}
    </ol>
  );
};
