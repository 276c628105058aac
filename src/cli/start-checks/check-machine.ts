import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  connectionsWithin,
  maxOpenFiles,
  OTHER_FILES,
} from "../../server/host/settings/open-files.ts";
import { pickDialect } from "../../server/store/dialects/index.ts";
import { nodeProblem, OLDEST_NODE } from "../node-version.ts";
import { type Finding, type Start, tryCheck } from "./finding.ts";

/** Checks that this Node is supported. */
export const checkNode = (version: string): Finding =>
  nodeProblem(version) === null
    ? { is: "right", says: version }
    : { is: "wrong", says: `Node is ${version}`, advice: `use ${OLDEST_NODE} or newer` };

/** Whether the built pages are there; null if they are. */
export const checkProgram = (folder: string): Finding | null =>
  existsSync(join(folder, "link.html"))
    ? null
    : {
        is: "wrong",
        says: `${folder} is not whole`,
        advice: "install the program again; in a checkout, run npm run build",
      };

/** Whether the library of the store's database loads on this machine. */
export const checkDatabaseLibrary = async ({ address }: Start): Promise<Finding> => {
  const { name, version } = pickDialect(address);
  const result = await tryCheck(version);
  return "failure" in result ? result.failure : { is: "right", says: `${name}, ${result.value}` };
};

/**
 * Returns a finding if the system's limit of open files is too low for the configured connections;
 * otherwise null.
 */
export const checkOpenFiles = ({ settings }: Start): Finding | null => {
  const { connections } = settings.bounds;
  const files = maxOpenFiles();
  if (files >= connections + OTHER_FILES) return null;
  return {
    is: "odd",
    says: `${files} at most, so that ${connectionsWithin(files, connections)} connections are held at once and not ${connections}`,
    advice: `raise the limit (ulimit -n, LimitNOFILE of systemd) to ${connections + OTHER_FILES} or more`,
  };
};
