/**
 * How the overlay looks, inside its shadow tree. Of important rules those of a shadow tree win over
 * the page's, inline ones too, so that the host is what it is here: no box at all, and nothing that it
 * could hand down. Link stays opaque while the backdrop fades in, since it takes no input before it is
 * plainly seen. Its colour scheme is its document's: with another one it would be painted opaque.
 */
export const OVERLAY_STYLE = `\
:host{all:initial!important;display:contents!important}\
dialog{all:initial;position:fixed;inset:0;display:grid;place-items:center;background:#0f172a8c;font:16px/1.5 system-ui,sans-serif}\
dialog:not([open]){visibility:hidden}\
iframe{position:absolute;width:100%;height:100%;border:0;color-scheme:light;visibility:hidden}\
[open]>.on{visibility:visible}\
.on+section{display:none}\
section{color-scheme:light dark;box-sizing:border-box;display:grid;gap:12px;width:min(420px,100% - 32px);padding:32px 24px 24px;border-radius:20px;background:Canvas;color:CanvasText;text-align:center}\
p{margin:0}\
b{font-size:20px}\
div+div{margin-top:8px;font-size:13px}\
button{padding:12px;border:1px solid #0000;border-radius:12px;background:#3044c9;color:#fff;font:inherit;font-weight:600;cursor:pointer}\
button:not([hidden])+button,[aria-busy=true] button{background:none;color:inherit}\
@media(prefers-reduced-motion:no-preference){[open]{animation:a .15s}[aria-busy=true]{animation:b 1s}}\
@keyframes a{0%{background:#0000}}\
@keyframes b{0%,60%{opacity:0}}`;
