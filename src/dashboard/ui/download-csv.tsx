import { useState } from "preact/hooks";
import { saveFile } from "../../browser/save-file.ts";
import { failureText } from "../session/messages.ts";
import { numberText } from "./number-text.ts";
import { toCsv } from "./to-csv.ts";
import type { Query } from "./use-query.tsx";

/** The maximum number of rows of a file, and of each request for it. */
const MAX_ROWS = 10_000;
const ROWS_AT_ONCE = 500;

type DownloadProps<Row> = {
  /** The name of the file, without its ending. */
  file: string;
  /** Asks as the list does: the file has the rows that it may show, narrowed as it is. */
  ask: Query<{ rows: Row[]; next: string | null }>["ask"];
  /** Returns the fields of a row in the file. */
  fieldsOf(row: Row): Record<string, unknown>;
};

/** Downloads the rows of a list, all pages of it, as CSV. */
export const DownloadCsv = <Row,>({ file, ask, fieldsOf }: DownloadProps<Row>) => {
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const rows: Row[] = [];
    let after: string | undefined;
    do {
      setText(`${numberText(rows.length)} rows read…`);
      const outcome: Awaited<ReturnType<typeof ask>> = await ask({ limit: ROWS_AT_ONCE, after });
      if (outcome.kind !== "success") {
        setBusy(false);
        return setText(failureText(outcome));
      }
      rows.push(...outcome.answer.rows);
      after = outcome.answer.next ?? undefined;
    } while (after !== undefined && rows.length < MAX_ROWS);
    setBusy(false);
    saveFile(`${file}.csv`, new Blob([toCsv(rows.map(fieldsOf))], { type: "text/csv" }));
    const count = numberText(rows.length);
    setText(
      after === undefined
        ? `${count} ${rows.length === 1 ? "row is" : "rows are"} in the file.`
        : `The first ${count} rows are in the file: narrow the list for others.`,
    );
  };
  return (
    <p class="actions">
      <button type="button" class="button small" aria-disabled={isBusy} onClick={run}>
        Download CSV
      </button>
      <span class="lead" role="status">
        {text}
      </span>
    </p>
  );
};
