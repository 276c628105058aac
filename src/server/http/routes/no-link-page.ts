import { type Brand, formatCommand } from "../../../protocol/brand.ts";
import { type LinkError, linkError } from "../../../protocol/errors.ts";
import { dataBlock } from "../assets.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";

/** A document that stands in Link's place, and the policy that lets it do what it does. */
export type NoLinkPage = { html: string; policy: string };

const TELL =
  'const{origin,error}=JSON.parse(document.getElementById("refusal").textContent);' +
  'parent.postMessage({service:"link",type:"refused",error},origin)';

const STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-items:center;padding:1rem;
background:light-dark(#f5f6fa,#0e1117);color:light-dark(#111827,#eef0f5);
font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:32rem;padding:clamp(1.5rem,6vw,2.5rem);border-radius:1.25rem;
border:1px solid light-dark(#e5e8ee,#2e3442);background:light-dark(#fff,#191d26)}
h1{font-size:1.5rem;line-height:1.25}
p{margin-top:1rem}
.quiet{color:light-dark(#5b6475,#a3abba)}
a{color:light-dark(#3044c9,#93a4ff)}
`;

const ALLOWANCES = { style: [hashSource(STYLE)], frameAncestors: "anybody" } as const;
const POLICY = contentSecurityPolicy(ALLOWANCES);
const TELLING_POLICY = contentSecurityPolicy({ ...ALLOWANCES, script: [hashSource(TELL)] });

/** Returns the page for a person who opened Link's address by hand. */
export const openedByHand = (): NoLinkPage => ({
  html: pageOf(
    "This is Link",
    `<p>Link is the window in which people connect their bank accounts to an application. It opens
inside that application’s page, and does nothing on its own.</p>
<p>Did an application send you here? Go back to it and start again there. Nothing has been
connected.</p>
<p class="quiet">For developers: a page shows Link by the script <code>/link.js</code>. Start at
<a href="/" target="_top">the front page</a>, or read <a href="/docs" target="_top">the
reference</a>.</p>`,
  ),
  policy: POLICY,
});

/** Returns the page for a person whom another site has sent to Link's address for WebViews. */
export const openedByPage = (): NoLinkPage => ({
  html: pageOf(
    "Link was not opened",
    `<p>Another website sent you here. Bank accounts are connected inside an application only, so nothing
was opened and nothing has been connected.</p>
<p>Did you want to connect an account? Go back to your application and start there.</p>
<p class="quiet">For developers: an app loads this address into its WebView itself; a web page shows Link by
the script <code>/link.js</code>.</p>`,
  ),
  policy: POLICY,
});

/**
 * Returns the document for a page that may not show Link: it tells the page and the user why. It holds
 * nothing but words, so any site may frame it. The refusal of a page without an origin is sent to any page
 * that frames this one.
 */
export const refusedPage = (origin: string | null, brand: Brand): NoLinkPage => {
  const error = linkError("INVALID_ORIGIN", { message: refusalOf(origin, brand) });
  return {
    html: pageOf(
      "Link cannot be shown here",
      `<p>The page around this window is not allowed to show it. Nothing has been connected.</p>
<p class="quiet">For developers: the console and <code>onExit</code> say why.</p>
${tellBlock(origin ?? "*", error)}`,
    ),
    policy: TELLING_POLICY,
  };
};

const tellBlock = (origin: string, error: LinkError): string =>
  `${dataBlock("refusal", { origin, error })}<script>${TELL}</script>`;

const refusalOf = (origin: string | null, brand: Brand): string =>
  origin
    ? `the origin ${origin} is not registered; register it on the Dashboard or with: ${formatCommand(brand, `keys --allow-origin ${origin}`)}`
    : "a page without an origin cannot show Link: serve a file, e.g. with: npx serve; give a sandboxed frame allow-same-origin";

const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
