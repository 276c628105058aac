import type { LogoShape as Shape } from "../../protocol/vocabulary.ts";

export type LogoProps = { shape: Shape; color: string };

/**
 * A logo's shape, which the document defines, on a rounded square of `color`, 40 by 40; decoration
 * only.
 */
export const Logo = ({ shape, color }: LogoProps) => (
  <svg class="mark" viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" rx="12" fill={color} />
    <use href={`#mark-${shape}`} />
  </svg>
);
