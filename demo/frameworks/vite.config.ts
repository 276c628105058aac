import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { defineConfig, loadEnv } from "vite";
import { linkTokens } from "./link-tokens.ts";

const PAGES = ["preact", "vue", "svelte", "lit", "html"];

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, "LINK_");
  return {
    // The pages need the origin; the keys stay with the server.
    define: { LINK_ORIGIN: JSON.stringify(env.LINK_ORIGIN) },
    plugins: [linkTokens(env), vue(), svelte()],
    resolve: { alias: { react: "preact/compat" } },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      modulePreload: false,
      rolldownOptions: { input: ["index.html", ...PAGES.map((page) => `${page}/index.html`)] },
    },
    preview: { headers: { "content-security-policy": policyFor(env.LINK_ORIGIN ?? "") } },
  };
});

/** The built pages may load only their own files and Link, and may not write HTML. */
const policyFor = (link: string) =>
  [
    "default-src 'none'",
    "connect-src 'self'",
    "style-src 'self'",
    // Their icon.
    "img-src data:",
    `script-src 'self' ${link}`,
    `frame-src ${link}`,
    "require-trusted-types-for 'script'",
    "trusted-types service-link vue svelte-trusted-html lit-html",
  ].join("; ");
