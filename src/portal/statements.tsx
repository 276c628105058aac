import { useState } from "preact/hooks";
import { saveAnswer } from "../browser/save-file.ts";
import { STATEMENTS_WORDS } from "../i18n/statements.ts";
import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";
import { toName } from "./names.ts";
import { Select } from "./select.tsx";

export type StatementsProps = { connection: PersonConnection; controller: Controller };

/** Lets a user download the statements of a connection's accounts. */
export const View = ({ connection, controller }: StatementsProps) => {
  const words = wordsIn(STATEMENTS_WORDS);
  const { connection_id, accounts, statements = [] } = connection;
  const choices = accounts.flatMap((account) =>
    statements
      .filter(({ account_id }) => account_id === account.account_id)
      .map(({ statement_id, date }) => ({
        statement_id,
        text: `${toName(account)} · ${formatMonth(date)}`,
      })),
  );
  const [chosen, setChosen] = useState(choices[0]?.statement_id ?? "");
  const selectId = `statement-${connection_id}`;
  const path = `statement?${new URLSearchParams({ connection_id, statement_id: chosen })}`;
  return (
    <>
      <h3>{words.title}</h3>
      <div class="field">
        <label for={selectId}>{words.statement}</label>
        <Select
          id={selectId}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {choices.map(({ statement_id, text }) => (
            <option key={statement_id} value={statement_id}>
              {text}
            </option>
          ))}
        </Select>
      </div>
      <p class="actions">
        <a
          class="button"
          href={`/account/${path}`}
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

/** The month of a statement's last day, in any time zone of the user. */
const formatMonth = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(document.documentElement.lang, {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  });
