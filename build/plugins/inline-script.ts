import type { Plugin, Rolldown } from "vite";

/**
 * Inlines Link's script into its document, which saves a round trip. An inline script cannot be
 * imported, so the object `self.link` passes shared code to its chunks. The server can also inline
 * all chunks except the `lazy` chunks. A chunk works the same inline and as a file, and stores its
 * exports in `self.link` under its file name.
 */
export function inlineScript(lazy: readonly string[]): Plugin {
  return {
    name: "inline-script",
    enforce: "post",
    generateBundle(_, bundle) {
      const html = bundle["link.html"];
      const all = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = all.find((chunk) => chunk.isEntry);
      if (html?.type !== "asset" || !entry) throw new Error("there is no script to inline");
      const chunks = all.filter((chunk) => chunk !== entry);
      const inlined = chunks.filter(({ fileName }) => !lazy.some((name) => isOf(name, fileName)));
      const shared = cutExports(entry);
      for (const chunk of chunks) chunk.code = sharedImports(chunk, entry, shared, inlined);
      for (const chunk of inlined) {
        const own = [...cutExports(chunk)].map(([name, local]) => `${name}:${local}`);
        chunk.code += `self.link["${toKey(chunk)}"]={${own}};`;
      }
      const names = [...new Set(shared.values())];
      entry.code = `${LOAD_CHUNK}${chunkImports(entry.code, inlined)}self.link={${names}};`;
      if ([entry, ...inlined].some(({ code }) => /<\/script|<!--/i.test(code)))
        throw new Error("a script cannot be inline: it would end early");
      const tag = `<script type="module" src="/${entry.fileName}"></script>\n`;
      const source = String(html.source);
      if (!source.includes(tag)) throw new Error(`link.html has no ${tag}`);
      const inlineTag = `<script type="module">${entry.code}</script>\n</body>`;
      html.source = source.replace(tag, "").replace("</body>", () => inlineTag);
      delete bundle[entry.fileName];
    },
  };
}

/** Loads a chunk unless the document contains it. */
const LOAD_CHUNK =
  'const loadChunk=async e=>(self.link[e]||await import("/assets/"+e+".js"),self.link[e]);';

const isOf = (name: string, fileName: string): boolean => fileName.startsWith(`assets/${name}-`);

const toKey = ({ fileName }: Rolldown.OutputChunk): string =>
  fileName.slice("assets/".length, -".js".length);

/**
 * Replaces a chunk's imports from the entry by `self.link`, with the entry's internal names. Chunks
 * that are always files may import each other.
 */
const sharedImports = (
  chunk: Rolldown.OutputChunk,
  entry: Rolldown.OutputChunk,
  shared: Names,
  inlined: readonly Rolldown.OutputChunk[],
): string =>
  chunk.code.replace(/import(?:\{([^}]*)\}from)?"\.\/([^"]+)\.js";/g, (text, list = "", key) => {
    const isFile = [chunk.fileName, `assets/${key}.js`].every(
      (name) => !inlined.some(({ fileName }) => fileName === name),
    );
    if (key !== toKey(entry)) {
      if (isFile) return text;
      throw new Error(`a chunk of Link has ${text}`);
    }
    const names = namesIn(list).map(([name = "", local = name]) => `${shared.get(name)}:${local}`);
    return names.length > 0 ? `let{${names}}=self.link;` : "";
  });

/** Removes the exports at the end of a chunk. Returns the internal name of each export. */
function cutExports(chunk: Rolldown.OutputChunk): Names {
  const [, code = "", list] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(chunk.code) ?? [];
  if (list === undefined) throw new Error(`${chunk.fileName} does not end with its exports`);
  chunk.code = code;
  return new Map(namesIn(list).map(([local = "", name = local]) => [name, local]));
}

type Names = ReadonlyMap<string, string>;

/** The pairs of a list such as `a as b,c`. */
const namesIn = (list: string): string[][] =>
  list
    .split(",")
    .filter(Boolean)
    .map((part) => part.split(" as "));

/** Replaces the entry's imports of chunks by absolute paths, or by `loadChunk`. */
const chunkImports = (code: string, inlined: readonly Rolldown.OutputChunk[]): string =>
  code.replace(/import\("\.\/([^"]+)\.js"\)/g, (_, key: string) =>
    inlined.some((chunk) => toKey(chunk) === key)
      ? `loadChunk("${key}")`
      : `import("/assets/${key}.js")`,
  );
