import type { Plugin } from "vite";

/** A text of Preact's built file, of which `…` may stand for the middle, and what stands there in Link's build. */
type Edit = readonly [text: string, instead: string];

/**
 * Preact's code for a component, for one that is a function of its props and no more. The letters are those of
 * Preact's build: `r` is what is drawn, `u` what was drawn before, `t` the element around it, `c` and `o` the
 * elements that the server has drawn.
 */
const COMPONENT = `try{
if(r.__v==u.__v){r.__e=u.__e,r.__k=u.__k,r.__k.some(function(n){n&&(n.__=r)}),l=S(u);break n}
s=V(r.props),A=s&&s.type===$&&null==s.key?s.props.children:s,
l=I(t,w(A)?A:[A],r,u,i,f,o,e,l,c,a),r.__u&=-161
}catch(t){throw r.__v=null,c||o?o&&o.some(g):r.__e=u.__e,r.__k||(r.__k=u.__k||[]),t}}else`;

/** What Link does without: classes, state, context, portals, Suspense, hooks into Preact, attributes it never sets. */
const PREACT: Edit[] = [
  // A component: classes with their life cycle, context, Suspense.
  [`v=e.length;try{if(M=r.props,…t&&t.then||D(r),n.__e(t,r,u)}}else`, COMPONENT],
  ["x.prototype.setState=…x.prototype.render=$,", ""],
  ["128&u.__u&&(c=32&u.__u,…l=o[0]||l),(s=n.__b)&&s(r);", ""],
  [",t.some(function(r){try{t=r.__h,…n.__e(t,r.__v)}})", ""],
  [",i=t.__c){if(i.componentWillUnmount)…i.__P=i.__n=null}if(i=t.__k)", ",i=t.__k)"],
  ["!u&&(i=t.__c)&&(i=i.__z)&&…g(f),g(i)),", ""],
  ["v.ref,v.__c||w,v", "v.ref,w,v"],
  // An error: no component catches those of others.
  ["n={__e:function(n,t,r,u){…throw f=0,n}}", "n={__e:function(n){throw n}}"],
  // Portals.
  [`"function"!=typeof n.type||n.props.__P?null`, `"function"!=typeof n.type?null`],
  ["if(n.props.__P)return t;", ""],
  [`"function"!=typeof t.type||u&&!t.props.__P`, `"function"!=typeof t.type||u`],
  // Hooks into Preact itself.
  ["return!o&&n.vnode&&n.vnode(e),e", "return e"],
  ["return(s=n.diffed)&&s(r),l", "return l"],
  ["n.unmount&&n.unmount(t),", ""],
  ["n.__&&n.__(t,r),", ""],
  ["n.__c&&n.__c(r,t)", ""],
  ["l&&(n.__m&&n.__m(r,o),l=!1)", "l=!1"],
  ["return u(n.event?n.event(r):r)", "return u(r)"],
  // Attributes that Link never sets.
  [`if("style"==t)if(…T(n.style,t,r[t])}else if("o"==t[0]`, `if("o"==t[0]`],
  [`f=t!=(t=t.replace(l,"$1")),(t=t.slice(2))`, "(t=t.slice(2))"],
  [
    `if("http://www.w3.org/2000/svg"==i)t=…;else if("width"!=t&&"height"!=t&&"href"!=t&&"list"!=t&&"form"!=t&&`,
    `if("http://www.w3.org/2000/svg"!=i&&"href"!=t&&`,
  ],
  [`"download"!=t&&"rowSpan"!=t&&"colSpan"!=t&&"role"!=t&&"popover"!=t`, `"role"!=t`],
  [`,"popover"==t&&1==r?"":r)`, ",r)"],
];

/** Leaves out of Preact what no view of Link needs: an eighth of the script of the first view. */
export function leanPreact(): Plugin {
  return {
    name: "lean-preact",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith("/preact/dist/preact.mjs") ? PREACT.reduce(edit, code) : undefined,
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
