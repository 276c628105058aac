import type { TargetedSubmitEvent } from "preact";
import { command } from "../../session/brand.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import { TextField } from "../../ui/form-fields.tsx";

/** A file's text with its name; a pasted text has no name. */
export type ImportFile = { name: string; text: string };

/** The server refuses larger bodies, too. */
const MAX_BYTES = 7 * 1024 * 1024;

type FileCardProps = {
  onChoose(file: ImportFile): void;
  onRefuse(text: string): void;
};

/** A file of institutions to choose, drop or paste. */
export const FileCard = ({ onChoose, onRefuse }: FileCardProps) => {
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size === 0) onRefuse(`${file.name} is empty.`);
    else if (file.size > MAX_BYTES)
      onRefuse(
        `${file.name} has ${sizeText(file.size)}, and 7 MB are the most. Split it, or use the command line.`,
      );
    else onChoose({ name: file.name, text: await file.text() });
  };
  const drop = (files: readonly File[]): void => {
    if (files.length > 1) onRefuse("Drop one file at a time.");
    else void take(files[0]);
  };
  const paste = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text") ?? "");
    if (text.trim() === "") onRefuse("Paste the rows first.");
    else if (text.length > MAX_BYTES) onRefuse("7 MB are the most that can be pasted.");
    else onChoose({ name: "", text });
  };
  return (
    <section class="card" aria-labelledby="file">
      <h2 id="file" tabIndex={-1}>
        Import institutions
      </h2>
      <p class="lead">
        A CSV or JSON file, as the command <code>{command("institutions export")}</code> writes it.
        You see what would change before anything does; if a row is wrong, nothing is imported.
      </p>
      <DropZone label="Drop a file here" onDrop={drop}>
        <label for="import-file">A .csv or .json file, up to 7 MB</label>
        <input
          id="import-file"
          type="file"
          accept=".csv,.json,text/csv,application/json"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // Lets the same file be chosen again.
            currentTarget.value = "";
          }}
        />
        <p class="lead">or drop it here</p>
      </DropZone>
      <form onSubmit={paste} noValidate>
        <TextField
          name="text"
          id="import-text"
          label="Or paste its rows"
          rows={6}
          placeholder={"institution_id,name,country_codes\nins_700001,Lantern Bank,US"}
        />
        <p class="actions">
          <button type="submit" class="button primary small">
            Check what you pasted
          </button>
        </p>
      </form>
    </section>
  );
};

/** Returns a size in words: `820 KB`, `2.4 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
