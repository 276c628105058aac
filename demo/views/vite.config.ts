import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    rolldownOptions: {
      input: ["index.html", "view.html"].map((page) => `${import.meta.dirname}/${page}`),
    },
  },
});
