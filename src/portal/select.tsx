import type { SelectHTMLAttributes } from "preact";

/** A select with our own arrow. Its style loads with the lazy parts. */
export const Select = (attributes: SelectHTMLAttributes) => (
  <select class="text" style={LOOK} {...attributes} />
);

const LOOK = {
  paddingInlineEnd: "36px",
  background:
    "var(--paper) conic-gradient(from 315deg at 50% 72%, var(--muted) 90deg, transparent 0) no-repeat right 14px center / 10px 10px",
};
