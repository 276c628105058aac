import type { LogoShape } from "../../protocol/vocabulary.ts";

/** An image, or a shape on a colour. */
export type LogoProps = { of: { logo?: string | undefined; mark: LogoShape; color: string } };

/**
 * An institution's logo. Without a logo, a shape of the document on a coloured square with round
 * corners, 40 by 40. Only decoration.
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
