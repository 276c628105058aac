import type { BrandLook } from "../brand/client-brand.ts";
import type { LinkProduct } from "../vocabulary.ts";

/** A view that a preview can show, and its group in the list of views. */
export type PreviewView = { id: string; group: string; title: string };

/** The content of a preview. */
export type PreviewOptions = {
  /** The id of the view. A view with the same id keeps the user's state. */
  view: string;
  theme: "light" | "dark";
  /** The application's name. */
  name: string;
  look: BrandLook;
  /** The products that the application requests. */
  products: readonly LinkProduct[];
};

/**
 * The interface of a preview's document for its parent page: the property `preview` of its window.
 */
export type Preview = {
  /** All views, in the order of the user's way through Link. */
  views: readonly PreviewView[];
  show(options: PreviewOptions): void;
};

/** The mails to users that a preview can show. */
export const PREVIEW_MAILS = ["hosted", "recovery", "reminder", "signIn", "code"] as const;
export type PreviewMail = (typeof PREVIEW_MAILS)[number];

declare global {
  interface Window {
    preview?: Preview;
  }
}
