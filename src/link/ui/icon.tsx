/** A line drawing of 24 by 24, in the colour of the text around it; decoration only. */
export const Icon = ({ d }: { d: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);
