/** A line drawing of 24 by 24 in the surrounding text's colour; only decoration. */
export const Icon = ({ d }: { d: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);

/** The drawing of a lock. */
export const LOCK = "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z";
