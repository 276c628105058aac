import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding, Start } from "./finding.ts";

/** Checks that only the owner can access the files in a data folder; null without a problem. */
export const checkFiles = ({
  settings: { dataFolder },
}: Pick<Start, "settings">): Finding | null => {
  if (process.platform === "win32" || !existsSync(dataFolder)) return null;
  const open = readdirSync(dataFolder, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /^(service-link\.db|master\.key|keys\.json)/.test(entry.name),
    )
    .map(({ name }) => name)
    .filter((name) => isOpenToOthers(join(dataFolder, name)));
  if (open.length === 0) return null;
  return {
    is: "odd",
    says: `${open.join(", ")} in ${dataFolder} may be read by others on this machine`,
    advice: `chmod 600 ${open.map((name) => join(dataFolder, name)).join(" ")}`,
  };
};

/** A server that stops in the meantime deletes files. */
const isOpenToOthers = (file: string): boolean =>
  ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
