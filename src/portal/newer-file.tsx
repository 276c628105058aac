import { useRef, useState } from "preact/hooks";
import { NEWER_FILE_WORDS, type NewerFileWords } from "../i18n/newer-file.ts";
import type { ConnectionsAnswer, PersonConnection } from "../protocol/connections.ts";
import type { LinkError } from "../protocol/errors/errors.ts";
import type { Controller } from "./controller.ts";
import { nameOf } from "./names.ts";

type NewerFileProps = { connection: PersonConnection; controller: Controller };

/** The facts that its user tells of a file. */
type Facts = { account_id?: string; date_order?: "DMY" | "MDY"; possible_matches?: Answer };
type Answer = "same" | "other";
type LeftOpen = Extract<ConnectionsAnswer["added_file"], { left_open: string }>["left_open"];

/** The file that is sent, asked about, or was refused. */
type State =
  | { at: "empty"; refusal?: string }
  | { at: "under way"; step: "sending" | "reading"; percent: number | null }
  | { at: "asking"; file: string; facts: Facts; about: LeftOpen };

/** The most characters of a file that the server takes. */
const MAX_LENGTH = 12 * 1024 * 1024;

/** Takes a newer file of a connection that files have made: dropped, or chosen by keyboard. */
export const NewerFile = ({ connection, controller }: NewerFileProps) => {
  const { connection_id, accounts } = connection;
  const [state, setState] = useState<State>({ at: "empty" });
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { lang } = document.documentElement;
  const words = wordsOf(lang);
  const titleId = `newer-file-${connection_id}`;
  const refuse = (refusal: string): void => setState({ at: "empty", refusal });

  const send = async (file: string, facts: Facts): Promise<void> => {
    setState({ at: "under way", step: "sending", percent: 0 });
    const body = {
      connection_id,
      file,
      language: lang in NEWER_FILE_WORDS ? lang : "en",
      ...facts,
    };
    const answer = await upload(body, (step, percent) =>
      setState({ at: "under way", step, percent }),
    );
    if (answer === null) return refuse(words.noAnswer);
    if ("error_code" in answer) {
      // The server tells the session's end once more, and the page shows it.
      if (answer.error_code === "INVALID_ACCOUNT_SESSION") return void controller.reload();
      const isFile = answer.error_code === "INVALID_FILE";
      return refuse((isFile && answer.display_message) || words.failed);
    }
    const { added_file } = answer;
    if (!added_file) return refuse(words.failed);
    if ("left_open" in added_file) {
      const about = added_file.left_open;
      return about === "columns" || about === "encoding"
        ? refuse(words.elsewhere)
        : setState({ at: "asking", file, facts, about });
    }
    setState({ at: "empty" });
    const { added, note } = added_file;
    const text = added > 0 ? words.added(added) : words.noneAdded;
    await controller.reload({
      notice: { kind: "success", text: note ? `${text} ${note}` : text },
    });
    document.getElementById("notice")?.focus();
  };

  const take = async (file: File | undefined): Promise<void> => {
    if (!file || state.at === "under way") return;
    const text = await compressed(file);
    if (text.length > MAX_LENGTH) return refuse(words.tooLarge);
    await send(text, {});
  };

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
        <Progress
          text={words[state.step](state.percent)}
          percent={state.percent}
          label={words.title}
        />
      ) : state.at === "asking" ? (
        <Question
          {...{ words, accounts }}
          about={state.about}
          onAnswer={(facts) => void send(state.file, { ...state.facts, ...facts })}
          onCancel={() => setState({ at: "empty" })}
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
                // The same file can be chosen again.
                currentTarget.value = "";
              }}
            />
          </p>
        </>
      )}
    </section>
  );
};

/** How much of a file is sent, or read; null if that is not known. */
const Progress = ({
  text,
  percent,
  label,
}: {
  text: string;
  percent: number | null;
  label: string;
}) => (
  <div>
    <p class="lead" role="status">
      {text}
    </p>
    {percent === null ? (
      <progress aria-label={label} style={BAR} />
    ) : (
      <progress max="100" value={percent} aria-label={label} style={BAR} />
    )}
  </div>
);

type QuestionProps = {
  words: NewerFileWords;
  accounts: PersonConnection["accounts"];
  about: LeftOpen;
  onAnswer: (facts: Facts) => void;
  onCancel: () => void;
};

/** A question that a file leaves open, with a button for each answer. */
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
      accounts.map((account) => [nameOf(account), { account_id: account.account_id }]),
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

type OnProgress = (step: "sending" | "reading", percent: number | null) => void;

/** Sends a file; `fetch` would not report how much of it is sent. Returns null without an answer of our server. */
const upload = (
  body: object,
  onProgress: OnProgress,
): Promise<Partial<ConnectionsAnswer> | LinkError | null> => {
  let polls: ReturnType<typeof setInterval> | undefined;
  const answer = new Promise<Partial<ConnectionsAnswer> | LinkError | null>((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/account/connection/add-file");
    request.setRequestHeader("content-type", "application/json");
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress("sending", Math.floor((100 * loaded) / total));
    request.upload.onload = () => {
      onProgress("reading", null);
      polls = setInterval(async () => {
        const read = await readShare();
        if (read !== null && polls) onProgress("reading", Math.floor(100 * read));
      }, POLL_MS);
    };
    request.onload = () => resolve(answerIn(request.responseText));
    request.onerror = () => resolve(null);
    request.send(JSON.stringify(body));
  });
  return answer.finally(() => {
    clearInterval(polls);
    polls = undefined;
  });
};

const POLL_MS = 500;

/** The share of the file that our server has read; null if it does not say, as one of several processes may not. */
async function readShare(): Promise<number | null> {
  try {
    return (await (await fetch("/account/file-progress")).json()).read ?? null;
  } catch {
    return null;
  }
}

/** A proxy in between may have responded in our server's place. */
function answerIn(text: string): Partial<ConnectionsAnswer> | LinkError | null {
  try {
    const answer = JSON.parse(text);
    return answer?.request_id ? answer : null;
  } catch {
    return null;
  }
}

/** A file in base64, by gzip where the browser has it. */
async function compressed(file: File): Promise<string> {
  const blob = self.CompressionStream
    ? await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()
    : file;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
    reader.readAsDataURL(blob);
  });
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

const wordsOf = (lang: string): NewerFileWords =>
  Object.entries(NEWER_FILE_WORDS).find(([code]) => code === lang)?.[1] ?? NEWER_FILE_WORDS.en;
