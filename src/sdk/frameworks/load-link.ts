import type { Service } from "../config-type.ts";

/** Options of `loadLink`. */
export type LoadLinkOptions = {
  /** The origin that serves Link, like `https://link.example.com`. */
  origin: string;
  /** The path of the script on the server; default `/link.js`. */
  path?: string | undefined;
  /** The script's digest, `sha384-…`, for a path with a version. */
  integrity?: string | undefined;
  /** The nonce of the page's content security policy. */
  nonce?: string | undefined;
};

/** The timeout of the script's load, in ms. */
const TIMEOUT_MS = 15_000;

/** The loads of this page by address. A failed load is removed. */
const loads = new Map<string, Promise<Service>>();

/**
 * Loads Link's page script once, and returns its `Service`. An existing script tag is used. After a
 * failure, the next call tries again. Rejects with a readable error if the script cannot be loaded,
 * and without a page, for example on a server.
 */
export function loadLink({ origin, path = "/link.js", ...attributes }: LoadLinkOptions) {
  const known = loads.get(origin + path);
  if (known) return known;
  const load = loadScript(origin, path, attributes);
  loads.set(origin + path, load);
  load.catch(() => loads.delete(origin + path));
  return load;
}

async function loadScript(
  origin: string,
  path: string,
  { integrity, nonce }: Partial<LoadLinkOptions>,
): Promise<Service> {
  if (typeof document === "undefined")
    throw new Error("loadLink: there is no page here; call it in the browser");
  let src: string;
  try {
    src = new URL(path, origin).href;
  } catch (cause) {
    throw new TypeError("loadLink: origin must be like https://link.example", { cause });
  }
  const own = [...document.scripts].find((script) => script.src === src);
  if (own && window.Service) return window.Service;
  const script = own ?? document.createElement("script");
  if (!own) {
    // Set only if they are given: an empty integrity or nonce is not the same as none.
    if (integrity) Object.assign(script, { integrity, crossOrigin: "anonymous" });
    if (nonce) script.nonce = nonce;
    try {
      script.src = trusted(src);
    } catch (cause) {
      throw new Error(
        "loadLink: the page's policy demands trusted types; add service-link to its trusted-types",
        { cause },
      );
    }
  }
  try {
    await new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`loadLink: ${src} ${reason}`));
      script.addEventListener("load", resolve);
      script.addEventListener("error", () =>
        fail("did not load; is the server up, and the address in script-src of the page's policy?"),
      );
      setTimeout(fail, TIMEOUT_MS, `did not load in ${TIMEOUT_MS / 1000} s`);
      if (!own) document.head.append(script);
    });
    if (!window.Service) throw new Error(`loadLink: ${src} is not Link's script`);
    return window.Service;
  } catch (error) {
    script.remove();
    throw error;
  }
}

/** The one policy of Link's for scripts, in browsers with trusted types. */
let policy: { createScriptURL(address: string): string } | undefined;

/** Returns an address that a page with `require-trusted-types-for 'script'` takes. */
const trusted = (address: string): string => {
  const { trustedTypes } = Object(globalThis);
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy("service-link", { createScriptURL: String });
  return policy?.createScriptURL(address) ?? address;
};
