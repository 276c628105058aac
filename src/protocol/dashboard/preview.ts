import type { BrandLook } from "../brand/client-brand.ts";
import type { LinkProduct } from "../vocabulary.ts";

/** A view that a preview can show, and its group in a list of them. */
export type PreviewView = { id: string; group: string; title: string };

/** The content of a preview. */
export type PreviewOptions = {
  /** The id of the view. While it is the same, the view stays as the user has left it. */
  view: string;
  theme: "light" | "dark";
  /** The application's name. */
  name: string;
  look: BrandLook;
  /** The products that the application asks for. */
  products: readonly LinkProduct[];
};

/** The interface of a preview's document to the page that frames it: its window's `preview`. */
export type Preview = {
  /** All views, in the order in which users meet them. */
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
