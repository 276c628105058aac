import {
  accentColors,
  accentText,
  checkAccent,
  isAccent,
  READABLE,
} from "../../protocol/brand/client-brand.ts";

type AccentFieldProps = {
  /** The typed colour; empty for Link's own. */
  accent: string;
  onChange(accent: string): void;
};

/** A colour, typed or picked, with a check of its contrast. */
export const AccentField = ({ accent, onChange }: AccentFieldProps) => (
  <div>
    <label for="accent">Accent colour</label>
    <div class="accent">
      <input
        type="color"
        aria-label="Pick the accent colour"
        value={isAccent(accent) ? accent : "#3044c9"}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <input
        id="accent"
        class="text"
        placeholder="Link’s own"
        maxLength={7}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        value={accent}
        aria-describedby="accent-check"
        aria-invalid={accent !== "" && !isReadable(accent)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onChange={({ currentTarget }) => onChange(accentText(currentTarget.value))}
      />
    </div>
    <div id="accent-check" class="accent-check" role="status">
      <AccentCheck {...{ accent, onChange }} />
    </div>
  </div>
);

const AccentCheck = ({ accent, onChange }: AccentFieldProps) => {
  if (accent === "")
    return <p class="lead">Buttons and links have it. Empty, Link has its own blue.</p>;
  if (!isAccent(accent)) return <p>Write a colour like #3044c9.</p>;
  const { contrast, nearest } = checkAccent(accent);
  const ratio = `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;
  if (contrast < READABLE)
    return (
      <>
        <p class="bad">
          Too light to be read on white: its contrast is {ratio}, and {READABLE}:1 is needed.
        </p>
        <p>
          <button type="button" class="button small" onClick={() => onChange(nearest)}>
            <Swatch color={nearest} /> Use {nearest}, the nearest that passes
          </button>
        </p>
      </>
    );
  const dark = accentColors(accent).dark.accent;
  return (
    <p>
      Contrast {ratio} on white, which passes WCAG AA. On dark paper it is <Swatch color={dark} />{" "}
      {dark}.
    </p>
  );
};

const isReadable = (accent: string): boolean =>
  isAccent(accent) && checkAccent(accent).contrast >= READABLE;

const Swatch = ({ color }: { color: string }) => (
  <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect width="1" height="1" fill={color} />
  </svg>
);

/** Returns why an accent cannot be saved; null if it can be. */
export const accentProblem = (accent: string): string | null => {
  if (accent === "") return null;
  if (!isAccent(accent)) return "Write the accent as a colour like #3044c9.";
  return checkAccent(accent).contrast < READABLE
    ? "This accent is too light to be read. Take the one that is suggested, or a darker one."
    : null;
};
