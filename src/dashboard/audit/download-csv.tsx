import { useState } from "preact/hooks";
import type { DashboardAuditEntry } from "../../protocol/dashboard-audit.ts";
import type { Controller } from "../controller.ts";
import { failureText } from "../messages.ts";
import { entriesCsv } from "./entries-csv.ts";

/** The most entries of one file. */
const MAX_ENTRIES = 10_000;

/** Downloads the entries of the list, all pages of it, as CSV. */
export const DownloadCsv = ({ controller, body }: { controller: Controller; body: object }) => {
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const rows: DashboardAuditEntry[] = [];
    let after: string | null = null;
    do {
      setText(`${rows.length.toLocaleString("en")} entries read…`);
      const outcome: Awaited<ReturnType<typeof read>> = await read(controller, {
        ...body,
        ...(after !== null && { after }),
      });
      if (outcome.kind !== "success") {
        setBusy(false);
        return setText(failureText(outcome));
      }
      rows.push(...outcome.answer.rows);
      after = outcome.answer.next;
    } while (after !== null && rows.length < MAX_ENTRIES);
    setBusy(false);
    save(entriesCsv(rows));
    setText(
      after === null
        ? `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "entry is" : "entries are"} in the file.`
        : `The newest ${rows.length.toLocaleString("en")} entries are in the file: narrow the list for older ones.`,
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

const read = (controller: Controller, body: object) =>
  controller.call<{ rows: DashboardAuditEntry[]; next: string | null }>("audit", body);

function save(csv: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
  link.download = "audit-log.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}
