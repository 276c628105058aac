import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { PROJECT } from "../project.ts";
import { type RunningServer, runningServer } from "../running-server.ts";

/** A sample, whose source is in the folder of the same name in `demo/`. */
type Sample = { title: string; sentence: string; command: string; page: string };

const SAMPLES: Readonly<Record<string, Sample>> = {
  react: {
    title: "Link in React",
    sentence: "A page with Vite and React that opens Link by the hook of the package",
    command: "npm install && npm run dev",
    page: "http://localhost:5173",
  },
  next: {
    title: "Link in Next.js",
    sentence: "The whole flow in Next.js: link token, Link, exchange, accounts",
    command: "npm install && npm run dev",
    page: "http://localhost:3000",
  },
  python: {
    title: "Link in Python",
    sentence: "The whole flow in Python 3 without a package: link token to transactions",
    command: "python3 server.py",
    page: "http://localhost:3000",
  },
};

type Options = { name: string; folder: string; data: string };

/** The list of samples, as text. */
export const listSamples = (): string => {
  const rows = Object.entries(SAMPLES).map(
    ([name, { sentence }]) => `  ${name.padEnd(8)}${sentence}.\n`,
  );
  return `${rows.join("")}\nCreate one like: service-link samples create python\n`;
};

/**
 * Copies a sample into a folder with the keys of the data folder's server. A failure leaves no
 * files.
 */
export const createSample = async (
  { name, folder, data }: Options,
  context: Context,
): Promise<void> => {
  const sample = Object.hasOwn(SAMPLES, name) ? SAMPLES[name] : undefined;
  if (!sample)
    throw new SettingsError(`there is no sample ${name}, but ${Object.keys(SAMPLES).join(", ")}`);
  requireEmpty(folder);
  const { environment } = readSettings({ data }, context.variables);
  if (environment !== "sandbox")
    throw new SettingsError(`samples are for the sandbox alone, not for ${environment}`, {
      advice: "name the data folder of a sandbox with --data, without SERVICE_ENV",
    });
  const server = await runningServer(data, context);
  let made: string | undefined;
  try {
    made = mkdirSync(folder, { recursive: true });
    fill(folder, name, sample, server);
  } catch (cause) {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    else if (existsSync(folder))
      for (const each of readdirSync(folder)) rmSync(join(folder, each), { recursive: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`the sample cannot be written: ${reason}`, { cause });
  }
  context.out(`${folder} has the sample, and its .env the keys of the sandbox at ${server.url}\n`);
  context.out(`Start it with: cd ${folder} && ${sample.command}\n`);
};

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new SettingsError(`${folder} is a file, not a folder`);
  if (readdirSync(folder).length > 0)
    throw new SettingsError(`${folder} is not empty`, {
      advice: "name a folder that is empty, or not there yet",
    });
}

/** Files that a demo's run leaves in its folder, and the README for the checkout. */
const LEFT_OUT =
  /^(README\.md|\.env(?!\.example).*|node_modules|dist|\.next|next-env\.d\.ts|package-lock\.json|__pycache__)$/;

function fill(folder: string, name: string, sample: Sample, server: RunningServer): void {
  const source = fileURLToPath(new URL(`demo/${name}`, PROJECT));
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.test(path.slice(source.length + sep.length)),
  });
  const write = (file: string, text: string, mode = 0o644) =>
    writeFileSync(join(folder, file), text, { mode });
  write(".env", environmentFile(readFileSync(join(folder, ".env.example"), "utf8"), server), 0o600);
  write(".gitignore", ".env\nnode_modules/\n.next/\ndist/\n__pycache__/\n");
  const tarballs = tarballsOfCheckout(join(folder, "package.json"));
  write("README.md", readme(sample, server, tarballs));
}

/** Sets a sample's variables. The end of each variable's name selects the server's field. */
function environmentFile(example: string, server: RunningServer): string {
  const values: Record<string, string> = {
    LINK_ORIGIN: server.url,
    LINK_CLIENT_ID: server.clientId,
    LINK_SECRET: server.secret,
    LINK_KEY: server.publicKey,
  };
  return example.replace(/^((?:VITE_)?(LINK_\w+))=.*$/gm, (line, variable, field) =>
    values[field] === undefined ? line : `${variable}=${values[field]}`,
  );
}

/** The packages of samples, and the file names under which a checkout packs them. */
const PACKAGES = { "service-link": "service-link", "@service-link/node": "service-link-node" };

type Tarballs = { paths: string[]; arePacked: boolean };

/**
 * Points a sample's manifest to the packages that the checkout has packed. Returns their paths.
 * Returns null for a sample without packages, and in an installed server, whose samples use the
 * registry.
 */
function tarballsOfCheckout(manifestFile: string): Tarballs | null {
  const inProject = (path: string) => fileURLToPath(new URL(path, PROJECT));
  if (!existsSync(inProject("packages/pack.mjs")) || !existsSync(manifestFile)) return null;
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  const tarballs = Object.entries(PACKAGES)
    .filter(([name]) => Object.hasOwn(manifest.dependencies, name))
    .map(([name, file]) => [name, resolve(inProject(`dist/packages/${file}-${version}.tgz`))]);
  const paths = tarballs.map(([, path = ""]) => path);
  if (!paths.every((path) => existsSync(path))) return { paths, arePacked: false };
  for (const [name = "", path] of tarballs) manifest.dependencies[name] = `file:${path}`;
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  return { paths, arePacked: true };
}

function readme(
  { title, sentence, command, page }: Sample,
  { url }: RunningServer,
  tarballs: Tarballs | null,
): string {
  return `# ${title}

${sentence}.

\`\`\`sh
${command}
\`\`\`

Then open <${page}>, and connect First Platypus Bank as \`user_good\` with \`pass_good\`. The sandbox at <${url}>
has to run: \`npx service-link serve\`. \`.env\` has its address and keys; keep that file out of version control.
${tarballs === null ? "" : `\n${packageNote(tarballs)}\n`}`;
}

const packageNote = ({ paths, arePacked }: Tarballs): string =>
  arePacked
    ? `Our packages are not released yet: \`package.json\` takes them from the checkout, ${paths.join(" and ")}.`
    : `Our packages are not released yet. In the checkout run \`npm run pack\`, and here
\`npm install ${paths.join(" ")}\` before the command above.`;
