import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { SettingsError } from "../../server/host/settings/settings.ts";

const Address = z
  .url({ protocol: /^https?$/, error: "must be an address, like http://10.0.1.5:8080" })
  .refine((text) => URL.parse(text)?.username === "", "must have no user: use token")
  .transform((text) => text.replace(/\/+$/, ""));

const Cell = z.strictObject({
  name: z.string().min(1).max(60),
  /** The origin of the cell's Dashboard for people. */
  origin: Address.optional(),
  /** The cell's METRICS_TOKEN, which only reads sums. */
  token: z
    .string()
    .regex(/^[!-~]{1,200}$/, "must be one word")
    .optional(),
  servers: z
    .array(z.strictObject({ api: Address, metrics: Address }))
    .min(1)
    .max(100),
});
/** A cell with the addresses of its servers. */
export type Cell = z.infer<typeof Cell>;

const Cells = z
  .array(Cell)
  .min(1)
  .max(100)
  .refine(
    (cells) => new Set(cells.map(({ name }) => name)).size === cells.length,
    "two cells have one name",
  );

/**
 * Reads the cells of a file. Throws if the file is invalid, or if other users may read its tokens.
 */
export const readCellsFile = (file: string): Cell[] => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`${file} cannot be read: ${reason}`, {
      advice: "name the file with the addresses of the cells by --cells",
      cause,
    });
  }
  const cells = parseCells(file, text);
  const isOpen = process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
  if (isOpen && cells.some(({ token }) => token !== undefined))
    throw new SettingsError(`${file} has tokens, and other users may read it`, {
      advice: `chmod 600 ${file}`,
    });
  return cells;
};

function parseCells(file: string, text: string): Cell[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message contains a part of the text, which may be a token.
    throw new SettingsError(`${file} is no JSON`);
  }
  const { data, error } = Cells.safeParse(json);
  if (data) return data;
  const [issue] = error.issues;
  const place = issue?.path.join(".");
  throw new SettingsError(`${file}${place ? `, at ${place}` : ""}: ${issue?.message}`);
}
