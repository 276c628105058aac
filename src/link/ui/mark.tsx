import { MARK_SHAPES } from "../../protocol/mark-shapes.ts";

export type MarkProps = { shape: keyof typeof MARK_SHAPES; color: string };

/** A drawn mark in white upon a rounded square of `color`, 40 by 40; decoration only. */
export const Mark = ({ shape, color }: MarkProps) => (
  <svg class="mark" viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" rx="12" fill={color} />
    <path d={MARK_SHAPES[shape]} fill="#fff" fill-rule="evenodd" />
  </svg>
);
