import { useRef, useState } from "preact/hooks";
import type { UploadProgress } from "../browser/upload.ts";
import { NEWER_FILE_WORDS, type NewerFileWords } from "../i18n/newer-file.ts";
import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";
import { toName } from "./names.ts";
import { type Facts, type LeftOpen, useNewerFile } from "./use-newer-file.ts";

type NewerFileProps = { connection: PersonConnection; controller: Controller };

/** Accepts a newer file for a connection of files: dropped, or chosen by keyboard. */
export const NewerFile = ({ connection, controller }: NewerFileProps) => {
  const { connection_id, accounts } = connection;
  const words = wordsIn(NEWER_FILE_WORDS);
  const { state, take, answer, cancel } = useNewerFile(connection_id, controller, words);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const titleId = `newer-file-${connection_id}`;
  return (
    <section
      aria-labelledby={titleId}
      style={{ ...BOX, ...(isOver && OVER) }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <h3 id={titleId} tabIndex={-1} style={TITLE}>
        {words.title}
      </h3>
      {state.at === "under way" ? (
        <Progress progress={state.progress} words={words} />
      ) : state.at === "asking" ? (
        <Question
          {...{ words, accounts }}
          about={state.about}
          onAnswer={answer}
          onCancel={cancel}
        />
      ) : (
        <>
          <p class="lead">{words.help}</p>
          {state.refusal && (
            <p class="notice failure" role="alert">
              {state.refusal}
            </p>
          )}
          <p class="actions">
            <button type="button" class="button" onClick={() => input.current?.click()}>
              {words.choose}
            </button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={words.choose}
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0]);
                // Clears the input, so that the user can choose the same file again.
                currentTarget.value = "";
              }}
            />
          </p>
        </>
      )}
    </section>
  );
};

type ProgressProps = { progress: UploadProgress; words: NewerFileWords };

/** How much of a file is sent, or read. */
const Progress = ({ progress: { at, share }, words }: ProgressProps) => {
  const percent = share === null ? null : Math.floor(100 * share);
  return (
    <div>
      <p class="lead" role="status">
        {words[at](percent)}
      </p>
      <progress
        {...(percent !== null && { max: 100, value: percent })}
        aria-label={words.title}
        style={BAR}
      />
    </div>
  );
};

type QuestionProps = {
  words: NewerFileWords;
  accounts: PersonConnection["accounts"];
  about: LeftOpen;
  onAnswer: (facts: Facts) => void;
  onCancel: () => void;
};

/** An open question of a file, with a button for each answer. */
const Question = ({ words, accounts, about, onAnswer, onCancel }: QuestionProps) => {
  const [text, options] = questionOf(about, words, accounts);
  return (
    <>
      <p class="lead" role="alert">
        {text}
      </p>
      <p class="actions">
        {options.map(([label, facts]) => (
          <button key={label} type="button" class="button" onClick={() => onAnswer(facts)}>
            {label}
          </button>
        ))}
        <button type="button" class="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </p>
    </>
  );
};

function questionOf(
  about: LeftOpen,
  words: NewerFileWords,
  accounts: PersonConnection["accounts"],
): [text: string, options: [label: string, facts: Facts][]] {
  if (about === "account")
    return [
      words.whichAccount,
      accounts.map((account) => [toName(account), { account_id: account.account_id }]),
    ];
  if (about === "rules")
    return [
      words.order,
      [
        [words.dayFirst, { date_order: "DMY" }],
        [words.monthFirst, { date_order: "MDY" }],
      ],
    ];
  return [
    words.repeats,
    [
      [words.same, { possible_matches: "same" }],
      [words.other, { possible_matches: "other" }],
    ],
  ];
}

const BOX = {
  marginTop: "24px",
  border: "1px dashed var(--muted)",
  borderRadius: "12px",
  padding: "4px 16px 16px",
};
const OVER = { border: "1px solid var(--accent)", background: "var(--hover, transparent)" };
const TITLE = { marginTop: "12px", color: "inherit", fontSize: "1rem", outline: 0 };
const BAR = { width: "100%", accentColor: "var(--accent)" };
