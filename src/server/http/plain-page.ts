/// <reference types="vite/client" />
import colors from "../../design/colors.css?raw";
import reset from "../../design/reset.css?raw";
import scale from "../../design/scale.css?raw";
import { type Brand, wearsMark } from "../../protocol/brand/brand.ts";
import { escapeHtml } from "./html.ts";

const withoutComments = (css: string): string =>
  css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ");

/** The base style of pages that the server draws itself, with the usual colours and sizes. */
export const PAGE_STYLE = `${withoutComments(colors + scale + reset)}
body{min-height:100vh;min-height:100dvh;background:var(--page);overflow-wrap:anywhere}
.masthead{padding:.625rem max(1rem,(100% - 46rem)/2);border-bottom:1px solid var(--line);background:var(--paper)}
.name{display:flex;gap:.5rem;align-items:center;min-height:2.25rem;font-weight:700}
.name img{flex:none;max-width:8rem;border-radius:var(--radius-tag)}
h1{font-size:var(--text-display);line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
a{color:var(--accent)}`;

/** The style of a page with a single message: a centred card. */
export const CARD_STYLE = `${PAGE_STYLE}
body{display:flex;flex-direction:column}
.masthead{padding-inline:max(1rem,(100% - 26rem)/2)}
main{width:min(26rem,100% - 2rem);margin:auto;padding:clamp(1.75rem,7vw,2.5rem);border:1px solid var(--line);border-radius:var(--radius-card);background:var(--paper);text-align:center}
h1{font-size:var(--text-title);letter-spacing:-.01em}
main p{margin-top:.75rem;color:var(--muted);text-wrap:pretty}
button{width:100%;margin-top:1.5rem;padding:.875rem;border:1px solid transparent;border-radius:var(--radius-field);background:var(--accent);color:var(--paper);font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:none;color:var(--accent)}`;

/** The head of a plain page: our mark and name, or a brand's name. */
export const pageHead = (brand: Brand): string => {
  const mark = wearsMark(brand) ? '<img src="/favicon.svg" alt="" width="24" height="24">' : "";
  return `<header class="masthead"><p class="name" id="owner">${mark}<span>${escapeHtml(brand.title)}</span></p></header>`;
};
