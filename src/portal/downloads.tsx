import { useState } from "preact/hooks";
import { saveAnswer } from "../browser/save-file.ts";
import { DOWNLOADS_WORDS } from "../i18n/downloads.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";
import { Select } from "./select.tsx";

export type DownloadsProps = { controller: Controller; busy: boolean };

/** The formats of transactions, with their names. */
const FORMATS = {
  ofx: "OFX",
  qif: "QIF",
  csv: "CSV",
  camt: "camt.053",
  mt940: "MT940",
  ledger: "ledger",
  hledger: "hledger",
  beancount: "beancount",
};

/** Lets a user download everything, or the transactions in a format. */
export const View = ({ controller, busy }: DownloadsProps) => {
  const words = wordsIn(DOWNLOADS_WORDS);
  const [format, setFormat] = useState("");
  const path = format ? `transactions?format=${format}` : "data";
  return (
    <>
      <p class="lead">{words.help}</p>
      <div class="field">
        <label for="format">{words.format}</label>
        <Select
          id="format"
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value)}
        >
          <option value="">{words.everything}</option>
          <optgroup label={words.transactions}>
            {Object.entries(FORMATS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </optgroup>
        </Select>
      </div>
      <p class="actions">
        <a
          class="button"
          href={`/account/${path}`}
          aria-disabled={busy}
          onClick={(event) => {
            // The browser's own download would not explain why there is no file.
            event.preventDefault();
            void controller.download(path, saveAnswer);
          }}
        >
          {words.download}
        </a>
      </p>
    </>
  );
};
