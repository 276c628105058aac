import type { LogoShape } from "../../protocol/vocabulary.ts";

/** A logo of its own, or else a shape on a colour. */
export type LogoProps = { of: { logo?: string | undefined; mark: LogoShape; color: string } };

/**
 * An institution's own logo; without one, a shape of the document on a rounded square of its colour,
 * 40 by 40. It is decoration only.
 */
export const Logo = ({ of: { logo, mark, color } }: LogoProps) =>
  logo ? (
    <img class="mark" src={logo} alt="" />
  ) : (
    <svg class="mark" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="12" fill={color} />
      <use href={`#mark-${mark}`} />
    </svg>
  );
