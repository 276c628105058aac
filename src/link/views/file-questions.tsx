import type { TargetedEvent } from "preact";
import type { Catalogue } from "../../i18n/catalogue.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { clearMissing, showMissing } from "../ui/missing.ts";
import { FormScreen } from "./form-screen.tsx";
import type { LazyView } from "./view.ts";

type Question = Extract<Challenge, { type: "selections" }>["questions"][number];

/** The open questions of a file: its columns in a table, its account, or possibly equal rows. */
export const FileQuestions: LazyView<"MFA"> = ({ state, send, text }) => {
  const { challenge, form, refusal, effect } = state;
  const { institution, texts } = form;
  const change = (form: HTMLFormElement | null | undefined): void => {
    if (form) send({ type: "columns.changed", answers: answersIn(form) });
  };
  const { title, lead, questions, table, note } = challenge as Extract<
    Challenge,
    { type: "selections" }
  >;
  const asked = table ? undefined : titleOf(questions);
  return (
    <FormScreen
      {...{ text, refusal }}
      title={title ?? asked ?? (table ? texts?.columns : texts?.questions) ?? ""}
      emblem={!table && <Logo of={institution} />}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "mfa.submitted", answers: answersIn(event.currentTarget) });
      }}
      onInput={({ currentTarget }) => table && change(currentTarget)}
      actions={
        table && (
          <p
            class="effect"
            role="status"
            data-testid="effect"
            ref={(text) => {
              if (effect === undefined) queueMicrotask(() => change(text?.closest("form")));
            }}
          >
            {effect}
          </p>
        )
      }
      head={<p class="lead">{lead ?? (table ? texts?.columnsHelp : texts?.questionsHelp)}</p>}
    >
      {note && <p class="notice">{note}</p>}
      {/* A question with pictures comes first, since a place below the table may be out of sight. */}
      {questions.map(
        (each, at) =>
          (!table || each.pictures) && (
            <Choice key={at} question={each} at={at} text={text} isTitle={asked !== undefined} />
          ),
      )}
      {table && (
        <table>
          {questions.map(
            (each, at) =>
              !each.pictures && (
                <Column key={at} question={each} at={at} rows={table.map((row) => row[at])} />
              ),
          )}
        </table>
      )}
    </FormScreen>
  );
};

/**
 * The text of a single question, or the shared text of all pairs of payments, as the view's title;
 * undefined for several texts.
 */
const titleOf = (questions: Question[]): string | undefined => {
  const [first] = questions;
  if (questions.every(({ pair }) => pair)) return first?.pair?.title;
  return questions.length === 1 && /^[^.]*\?$/.test(first?.question ?? "")
    ? first?.question
    : undefined;
};

/** The answers in the order of the questions, which name their inputs. */
const answersIn = (form: HTMLFormElement): string[] =>
  [...new FormData(form)].sort(([one], [other]) => +one - +other).map(([, answer]) => `${answer}`);

type QuestionProps = { question: Question; at: number };

/** A column of a file with its first cells, and its meaning. */
const Column = ({
  question: { question, options, chosen },
  at,
  rows,
}: QuestionProps & { rows: (string | undefined)[] }) => (
  <tr>
    <th scope="row" id={`column-${at}`}>
      {question}
    </th>
    <td>
      <select
        name={`${at}`}
        class="text"
        data-testid={`column-${at}`}
        aria-labelledby={`column-${at}`}
        onChange={clearMissing}
      >
        {options.map((option) => (
          <option key={option} selected={option === chosen}>
            {option}
          </option>
        ))}
      </select>
      <Icon d="M7 10l5 5 5-5" />
    </td>
    <td class="quietly">
      {rows.slice(0, 3).map((cell, row) => cell && <span key={row}>{cell}</span>)}
    </td>
  </tr>
);

/**
 * Two possibly equal payments with marked differences. A screen reader reads the question's text
 * instead.
 */
const Pair = ({
  title,
  rows,
  why,
  isTitle,
}: NonNullable<Question["pair"]> & { isTitle: boolean }) => {
  const [one, other] = rows;
  const fact = (row: typeof one, name: "name" | "amount" | "day") =>
    one[name] === other[name] ? row[name] : <mark>{row[name]}</mark>;
  return (
    <div aria-hidden="true">
      {!isTitle && <p class="question">{title}</p>}
      <div class="pair">
        {rows.map((row) => (
          <p key={row.label}>
            <small>{row.label}</small>
            <b>{fact(row, "name")}</b>
            <span>{fact(row, "amount")}</span>
            <span>{fact(row, "day")}</span>
          </p>
        ))}
      </div>
      {why && <p class="quietly">{why}</p>}
    </div>
  );
};

/** A question with its options. */
const Choice = ({
  question: { question, options, chosen, pictures, pair },
  at,
  text,
  isTitle,
}: QuestionProps & { text: Catalogue; isTitle: boolean }) => (
  <div
    class="choice"
    id={`choice-${at}`}
    role="radiogroup"
    aria-labelledby={`choice-${at}-question`}
  >
    <p id={`choice-${at}-question`} class={(isTitle || pair) && "unseen"}>
      {question}
    </p>
    {pair && <Pair {...pair} isTitle={isTitle} />}
    <div class="cards">
      {options.map((option, index) => (
        <label key={option} class="row">
          <input
            type="radio"
            name={`${at}`}
            value={option}
            data-testid={`choice-${at}-${index}`}
            required
            checked={option === chosen}
            onInvalid={showMissing}
            onChange={(event: TargetedEvent<HTMLInputElement>) => clearMissing(event)}
          />
          <span class="name">
            {option}
            {pictures?.[index]?.map(({ text: words, amount, isIn }, row) => (
              <span key={row} class="pictured">
                <span>{words}</span>
                <b>
                  {isIn ? "+" : "−"}
                  {amount}
                </b>
              </span>
            ))}
          </span>
        </label>
      ))}
    </div>
    <p class="missing" id={`choice-${at}-missing`}>
      {text.missingChoice}
    </p>
  </div>
);
