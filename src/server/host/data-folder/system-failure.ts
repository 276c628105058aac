import { TamperedAuditLog } from "../../domain/audit/verify-audit-log.ts";
import type { Problem } from "../../store/dialects/dialect.ts";
import { explainFailure } from "../../store/dialects/index.ts";
import { SettingsError } from "../settings/settings.ts";

const OTHER_FOLDER = "or name another folder with --data";
const FREE_SPACE = "free some space, and try again";
const TAMPERED_ADVICE = "compare it with a backup (service-link audit verify)";
const NAME_A_FOLDER = "name a folder with --data";

/** The operating system's errors for a file or a folder, in words. */
const SYSTEM: Record<string, (path: string) => Problem> = {
  EACCES: (path) => forbidden(path),
  EPERM: (path) => forbidden(path),
  EROFS: (path) => ({
    reason: `${path} is on a file system that cannot be written`,
    advice: `mount it writable, ${OTHER_FOLDER}`,
  }),
  ENOSPC: (path) => ({ reason: `the disk that ${path} is on is full`, advice: FREE_SPACE }),
  EDQUOT: (path) => ({
    reason: `the disk quota of this user for ${path} is, is used up`,
    advice: FREE_SPACE,
  }),
  EFBIG: (path) => ({
    reason: `${path} may not grow as large as it has to`,
    advice: "raise the limit on the size of files (ulimit -f)",
  }),
  ENOENT: (path) => ({ reason: `there is no ${path}, or not its folder`, advice: "make it first" }),
  ENOTDIR: (path) => ({ reason: `${path} is not in a folder`, advice: NAME_A_FOLDER }),
  EEXIST: (path) => ({ reason: `${path} is a file, not a folder`, advice: NAME_A_FOLDER }),
  EISDIR: (path) => ({
    reason: `${path} is a folder, and should be a file`,
    advice: "move it away",
  }),
  EIO: (path) => ({ reason: `${path} could not be read or written`, advice: "check its disk" }),
};

const forbidden = (path: string): Problem => ({
  reason: `${path} may not be read or written by this user${uid()}`,
  advice: `let this user do so, ${OTHER_FOLDER}`,
});

const uid = (): string => (process.getuid ? ` (uid ${process.getuid()})` : "");

/**
 * Describes a failure of a disk, a database or its library, with advice; returns null for any other failure.
 * `address` is that of the open database.
 */
export const systemFailure = (failure: unknown, address = "the store"): SettingsError | null => {
  if (failure instanceof SettingsError) return failure;
  if (!(failure instanceof Error)) return null;
  if (failure instanceof TamperedAuditLog)
    return new SettingsError(failure.message, { advice: TAMPERED_ADVICE, cause: failure });
  // Drivers report some failures only in their message.
  const code = "code" in failure ? String(failure.code) : "";
  const problem = explainFailure(failure, address) ?? pickProblem(failure, code);
  return problem && new SettingsError(problem.reason, { advice: problem.advice, cause: failure });
};

/** The failures that concern no single file. */
const TOO_MANY_FILES: Problem = {
  reason: "this process, or this machine, has as many files open as it may",
  advice: "raise the limit (ulimit -n, LimitNOFILE of systemd) to 1024 or more",
};

function pickProblem(failure: Error, code: string): Problem | null {
  if (code === "EMFILE" || code === "ENFILE") return TOO_MANY_FILES;
  const path = "path" in failure && typeof failure.path === "string" ? failure.path : null;
  return path === null ? null : (SYSTEM[code]?.(path) ?? null);
}
