import { defineConfig } from "vite";
import { designScale } from "../../build/plugins/design-scale.ts";

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [designScale()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    rolldownOptions: {
      input: ["index.html", "view.html"].map((page) => `${import.meta.dirname}/${page}`),
    },
  },
});
