import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type UploadProgress, upload } from "../../../browser/upload.ts";
import type { ImportPreview } from "../../../protocol/dashboard/dashboard-institutions.ts";
import type { PageProps } from "../../session/page.ts";
import { hrefOf, scopeOf } from "../../session/route.ts";
import { Badge } from "../../ui/badge.tsx";
import { ForRole } from "../../ui/for-role.tsx";
import { numberText } from "../../ui/number-text.ts";
import { ResultLine, useAction } from "../../ui/use-action.tsx";
import { FileCard, type ImportFile, sizeText } from "./file-card.tsx";

type Step =
  | { at: "choose" }
  | { at: "checking" | "importing"; file: ImportFile; progress: UploadProgress }
  | { at: "preview"; file: ImportFile; preview: ImportPreview }
  | { at: "done"; added: number; changed: number };

type ImportCounts = { added: number; changed: number };

/** Imports a file of institutions after a preview of its changes. */
export const ImportPage = ({ controller, router }: PageProps) => {
  const [step, setStep] = useState<Step>({ at: "choose" });
  const action = useAction<ImportPreview | ImportCounts>(controller);
  const scope = scopeOf(router.route.value.query);
  const previous = useRef(step.at);
  useLayoutEffect(() => {
    // The pressed button disappears with its step.
    if (previous.current !== step.at && document.activeElement === document.body)
      document.querySelector<HTMLElement>("main .card h2")?.focus();
    previous.current = step.at;
  }, [step.at]);

  const send = (at: "checking" | "importing", path: string, file: ImportFile) => {
    const show = (progress: UploadProgress): void => setStep({ at, file, progress });
    show({ at: "sending", share: 0 });
    return action.run(path, { file_name: file.name, text: file.text }, "", upload(show));
  };
  const check = async (file: ImportFile): Promise<void> => {
    const preview = await send("checking", "institutions/import/preview", file);
    setStep(preview && "rows" in preview ? { at: "preview", file, preview } : { at: "choose" });
  };
  const put = async (file: ImportFile): Promise<void> => {
    const done = await send("importing", "institutions/import", file);
    setStep(done ? { at: "done", added: done.added, changed: done.changed } : { at: "choose" });
  };

  return (
    <>
      <p class="back">
        <a href={hrefOf("institutions", scope)}>← All institutions</a>
      </p>
      {step.at === "choose" && (
        <ForRole least="developer">
          <FileCard onChoose={check} onRefuse={action.refuse} />
        </ForRole>
      )}
      {(step.at === "checking" || step.at === "importing") && <Wait {...step} />}
      {step.at === "preview" && (
        <Preview
          {...step}
          onImport={() => put(step.file)}
          onCancel={() => setStep({ at: "choose" })}
        />
      )}
      {step.at === "done" && (
        <section class="card" aria-labelledby="imported">
          <h2 id="imported" tabIndex={-1}>
            {doneText(step)}
          </h2>
          <p class="lead">Link lists them within two seconds, on every server of this store.</p>
          <p class="actions">
            <a class="button primary small" href={hrefOf("institutions", scope)}>
              See all institutions
            </a>
            <button type="button" class="button small" onClick={() => setStep({ at: "choose" })}>
              Import another file
            </button>
          </p>
        </section>
      )}
      <ResultLine {...action} result={action.result?.text ? action.result : null} />
    </>
  );
};

const doneText = ({ added, changed }: ImportCounts): string =>
  added + changed === 0
    ? "Nothing had to be changed"
    : `${countText(added + changed)} ${added + changed === 1 ? "is" : "are"} imported`;

/** Shows the progress of the upload. The server's time after the upload is unknown. */
const Wait = ({ at, file, progress }: Extract<Step, { progress: UploadProgress }>) => (
  <section class="card" aria-busy="true">
    <p role="status">
      {at === "checking" ? "Checking" : "Importing"} {file.name || "what you pasted"} (
      {sizeText(file.text.length)})…
    </p>
    <progress
      key={progress.at}
      aria-label={at === "checking" ? "Checking the file" : "Importing the file"}
      {...(progress.at === "sending" && { value: progress.share })}
    />
  </section>
);

type PreviewProps = {
  file: ImportFile;
  preview: ImportPreview;
  onImport(): void;
  onCancel(): void;
};

const Preview = ({ file, preview, onImport, onCancel }: PreviewProps) => {
  const { problem, added, changed, bad } = preview;
  const canImport = problem === null && bad === 0 && added + changed > 0;
  return (
    <section class="card" aria-labelledby="preview">
      <h2 id="preview" tabIndex={-1}>
        {file.name || "Pasted rows"}
      </h2>
      {problem === null ? (
        <Counts preview={preview} />
      ) : (
        <p class="notice failure" role="alert">
          It cannot be imported: {problem}.
        </p>
      )}
      {bad > 0 && <BadRows preview={preview} />}
      {problem === null && bad === 0 && added + changed === 0 && (
        <p class="lead">All of it is there already. There is nothing to import.</p>
      )}
      <Changes preview={preview} />
      <p class="actions">
        {canImport && (
          <button type="button" class="button primary small" onClick={onImport}>
            Import {countText(added + changed)}
          </button>
        )}
        <button type="button" class="button small" onClick={onCancel}>
          {canImport ? "Cancel" : "Choose another file"}
        </button>
      </p>
    </section>
  );
};

type PreviewPart = Pick<PreviewProps, "preview">;

/** Returns a number of institutions in words. */
const countText = (count: number): string =>
  `${numberText(count)} ${count === 1 ? "institution" : "institutions"}`;

/** Shows the number of rows of each kind. */
const Counts = ({ preview: { added, changed, same, bad } }: PreviewPart) => (
  <ul class="counts">
    {(
      [
        ["new", added, "good"],
        ["changed", changed, "warn"],
        ["the same", same, "plain"],
        ["wrong", bad, "bad"],
      ] as const
    ).map(([word, count, tone]) => (
      <li key={word}>
        <strong>{numberText(count)}</strong> <Badge tone={count > 0 ? tone : "plain"} text={word} />
      </li>
    ))}
  </ul>
);

/** Lists the invalid rows by line. */
const BadRows = ({ preview: { bad, bad_rows: rows } }: PreviewPart) => (
  <>
    <p class="notice failure" role="alert">
      {bad === 1 ? "One row is" : `${numberText(bad)} rows are`} wrong, so nothing can be imported
      yet.
    </p>
    <section class="table" aria-label="Rows that are wrong">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              Line
            </th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, problems }) => (
            <tr key={line}>
              <td class="number line">{line}</td>
              <td class="whole">{problems.join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <Rest shown={rows.length} all={bad} />
  </>
);

/** Lists the institutions that are new or change. */
const Changes = ({ preview: { changes, added, changed, bad } }: PreviewPart) =>
  bad > 0 || changes.length === 0 ? null : (
    <>
      <section class="table" aria-label="Changes">
        <table>
          <thead>
            <tr>
              <th scope="col">Institution</th>
              <th scope="col">Changes</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ institution_id, name, fields }) => (
              <tr key={institution_id}>
                <td>
                  {name}
                  <small>{institution_id}</small>
                </td>
                <td class="whole">
                  {fields === null ? <Badge tone="good" text="new" /> : fields.join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Rest shown={changes.length} all={added + changed} />
    </>
  );

const Rest = ({ shown, all }: { shown: number; all: number }) =>
  all > shown ? <p class="lead">…and {numberText(all - shown)} more.</p> : null;
