import type { Plugin } from "vite";

/** A text of a built file, and its replacement in Link's build. `…` stands for any text between. */
type Edit = readonly [text: string, instead: string];

/** Preact's code for attributes and events that Link never sets: `style`, `xlink:href`, `onClickCapture`. */
const ATTRIBUTES: Edit[] = [
  [
    `var f,o;if("style"==t)if(…(n.__e||(n.__e={}))[t]=r`,
    `var o;if("o"==t[0]&&"n"==t[1])(n.__e||(n.__e={}))[t]=r`,
  ],
  [
    `f=t!=(t=t.replace(l,"$1")),(t=t.slice(2))[0]<"a"&&(t=t.toLowerCase()),r?n.addEventListener(t,o,f):n.removeEventListener(t,o,f)`,
    `t=t.slice(2).toLowerCase(),r?n.addEventListener(t,o):n.removeEventListener(t,o)`,
  ],
  [
    `if("http://www.w3.org/2000/svg"==i)t=…;else if("width"!=t&&"height"!=t&&"href"!=t&&"list"!=t&&"form"!=t&&`,
    `if("http://www.w3.org/2000/svg"!=i&&"href"!=t&&`,
  ],
  [`"download"!=t&&"rowSpan"!=t&&"colSpan"!=t&&"role"!=t&&"popover"!=t`, `"role"!=t`],
  [`if("function"==typeof r)return;null==r`, `null==r`],
  [`"popover"==t&&1==r?"":r`, `r`],
  [`u(n.event?n.event(r):r)`, `u(r)`],
];

/**
 * Preact's code for elements that Link never renders: text areas, templates, HTML in strings and in
 * SVG.
 */
const ELEMENTS: Edit[] = [
  [
    `var s,h,y,_,k,b,m,M,$=u.props||p,x=r.props,C=r.type;if("svg"==C?…"http://www.w3.org/1999/xhtml"),o)for(`,
    `var s,_,k,b,m,$=u.props||p,x=r.props,C=r.type;if("svg"==C&&(f="http://www.w3.org/2000/svg"),o)for(`,
  ],
  [
    `if(M=a.ownerDocument||document,!C)return M.createTextNode(x);…o=null}`,
    `if(!C)return document.createTextNode(x);t=document.createElementNS(f,C),l=!1,o=null}`,
  ],
  [`if(a="template"==C&&…for(s in $)k=$[s],`, `o=o&&d.call(t.childNodes);for(s in $)k=$[s],`],
  [`"dangerouslySetInnerHTML"==s?y=k:`, ``],
  [`||"value"==s&&"defaultValue"in x||"checked"==s&&"defaultChecked"in x`, ``],
  [`"dangerouslySetInnerHTML"==s?h=k:`, ``],
  [`h?(l||y&&…I(a,w(_)?_:[_]`, `I(t,w(_)?_:[_]`],
  [
    `,o&&o.some(g)),l&&"textarea"!=C||(…"checked",null!=m`,
    `,o&&o.some(g),l||(s="value",null==b||b===t[s]||N(t,s,b,$[s],f),s="checked",null!=m`,
  ],
];

/** The features of signals that Link never uses: computed signals, subscriptions and peeking. */
const SIGNALS: Edit[] = [
  ["j.prototype=new l;…function O(i,t)", "function O(i,t)"],
  [
    `l.prototype.subscribe=…Object.defineProperty(l.prototype,"value"`,
    `Object.defineProperty(l.prototype,"value"`,
  ],
  [`this.W=null==t?void 0:t.watched;…l.prototype.h=`, `}l.prototype.h=`],
  [`else f(function(){var i;null==(i=t.W)||i.call(t)})`, ``],
  [`if(void 0===n)f(function(){var i;null==(i=t.Z)||i.call(t)})`, ``],
  [`this.f=32;this.name=null==t?void 0:t.name;if(n)n.push(this)`, `this.f=32`],
  [`if(o!==this)throw new Error("Out-of-order effect");`, ``],
];

const EDITS = {
  "/preact/dist/preact.mjs": [...ATTRIBUTES, ...ELEMENTS],
  "/@preact/signals-core/dist/signals-core.module.js": SIGNALS,
};

/** Removes unused parts of Preact and its signals. */
export function leanPreact(): Plugin {
  return {
    name: "lean-preact",
    enforce: "pre",
    transform: (code, id) =>
      Object.entries(EDITS)
        .find(([file]) => id.endsWith(file))?.[1]
        .reduce(edit, code),
  };
}

function edit(code: string, [text, instead]: Edit): string {
  const [from = "", to = ""] = text.split("…");
  const start = code.indexOf(from);
  const end = code.indexOf(to, start + from.length);
  if (start < 0 || end < 0 || code.indexOf(from, start + 1) > 0)
    throw new Error(`Preact has changed: \`${text}\` is not in it once`);
  return code.slice(0, start) + instead + code.slice(end + to.length);
}
