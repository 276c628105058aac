import type { ImportPreview } from "../../../protocol/dashboard-institutions.ts";
import { Badge } from "../../ui/badge.tsx";

type PreviewProps = { preview: ImportPreview };

/** Returns a number of institutions in words. */
export const countText = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "institution" : "institutions"}`;

/** Shows the number of rows of each kind. */
export const Counts = ({ preview: { added, changed, same, bad } }: PreviewProps) => (
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
        <strong>{count.toLocaleString("en")}</strong>{" "}
        <Badge tone={count > 0 ? tone : "plain"} text={word} />
      </li>
    ))}
  </ul>
);

/** Lists the wrong rows by their lines. */
export const BadRows = ({ preview: { bad, bad_rows: rows } }: PreviewProps) => (
  <>
    <p class="notice failure" role="alert">
      {bad === 1 ? "One row is" : `${bad.toLocaleString("en")} rows are`} wrong, so nothing can be
      imported yet.
    </p>
    <section class="table" aria-label="Rows that are wrong">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              Line
            </th>
            <th scope="col">What is wrong</th>
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
export const Changes = ({ preview: { changes, added, changed, bad } }: PreviewProps) =>
  bad > 0 || changes.length === 0 ? null : (
    <>
      <section class="table" aria-label="What would change">
        <table>
          <thead>
            <tr>
              <th scope="col">Institution</th>
              <th scope="col">What would change</th>
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
  all > shown ? <p class="lead">…and {(all - shown).toLocaleString("en")} more.</p> : null;
