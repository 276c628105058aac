// Bundles two Svelte components that use the package, and Svelte for browsers, into one script on
// stdout. The bundler refuses the realm of view tests, so this file is a separate program.
import { join } from "node:path";
import { compile } from "svelte/compiler";
import { build } from "vite";

/** An application's component, with state that the test changes. */
const COMPONENT = `<script>
import { useServiceLink } from "./svelte.ts";
let { initial, control } = $props();
let options = $state(initial);
const link = useServiceLink(() => options);
control({ change: (field, value) => (options[field] = value), theme: (mode) => (options.theme.mode = mode) });
</script>
<button disabled={!link.ready} onclick={link.open}>{link.error?.message ?? "Connect"}</button>`;

const EMBEDDED = `<script>
import { embedServiceLink } from "./svelte.ts";
let { initial, control } = $props();
let options = $state(initial);
control({ change: (field, value) => (options[field] = value) });
</script>
<div {@attach embedServiceLink(() => options)}></div>`;

const SOURCES = {
  entry: `import { flushSync, mount, unmount } from "svelte";
    import Connect from "./connect.svelte";
    import Embedded from "./embedded.svelte";
    export { Connect, Embedded, flushSync, mount, unmount };`,
  "connect.svelte": compile(COMPONENT, { filename: "connect.svelte" }).js.code,
  "embedded.svelte": compile(EMBEDDED, { filename: "embedded.svelte" }).js.code,
};

const toId = (name) => join(import.meta.dirname, `${name}.js`);

const [{ output }] = [
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "silent",
    plugins: [
      {
        name: "sources",
        enforce: "pre",
        resolveId: (id) => {
          const name = Object.keys(SOURCES).find((each) => [toId(each), `./${each}`].includes(id));
          return name ? toId(name) : null;
        },
        load: (id) => Object.entries(SOURCES).find(([name]) => toId(name) === id)?.[1],
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: toId("entry"), formats: ["iife"], name: "app" },
    },
  }),
].flat();
process.stdout.write(output[0].code);
