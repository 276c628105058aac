import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { saveAnswer } from "../browser/save-file.ts";
import { PROGRAM_WORDS } from "../i18n/programs.ts";
import type { SharingWords } from "../i18n/sharing.ts";
import type { ConnectionsAnswer, PersonGrant, SharingDoor } from "../protocol/connections.ts";
import { PENDING_RULES, proposePending } from "../protocol/pending-rule.ts";
import { PROGRAMS, type ProgramId } from "../protocol/programs.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";
import { PastePlace, TEXT } from "./paste-place.tsx";
import { Select } from "./select.tsx";
import type { ConnectionsState } from "./state.ts";

export type SharingProps = { state: ConnectionsState; controller: Controller };

/** The keys of a new grant, and their application; null for an unlisted application. */
export type NewKeys = {
  name: string;
  keys: NonNullable<ConnectionsAnswer["grant_keys"]>;
  program: ProgramId | null;
};

type FormProps = SharingProps & {
  words: SharingWords;
  /** The grant to change; null for a new grant. */
  grant: PersonGrant | null;
  onDone: (made: NewKeys | null) => void;
};

const DOOR_LABELS: Record<SharingDoor, string> = { simplefin: "SimpleFIN", ofx: "OFX" };

/** The fields of a new grant, or of a grant to change. */
export const GrantForm = ({ state, controller, words, grant, onDone }: FormProps) => {
  const [error, setError] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { connections: all, grant_doors } = state.answer;
  const [choice, setChoice] = useState("");
  const programWords = wordsIn(PROGRAM_WORDS);
  const program = PROGRAMS.find(({ id }) => id === choice);
  // The form shows all fields for an unlisted application, and for a grant to change.
  const isOther = grant !== null || choice === OTHER;
  const [otherDoor, setDoor] = useState(grant_doors[0]);
  const [pending, setPending] = useState(grant ? grant.pending : proposePending(""));
  const [isChosen, setChosen] = useState(grant !== null);
  const hasPending = isOther && (grant ? grant.pending !== null : otherDoor !== "ofx");
  const connections = all.filter(({ status }) => status !== "ended");
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => String(fields.get(field) ?? "").trim();
    const name = program?.name ?? text("name");
    const accounts = fields.getAll("account").map((value) => {
      const [connection_id, account_id] = JSON.parse(String(value));
      return { connection_id, account_id };
    });
    const noName = isOther ? words.noName : programWords.noProgram;
    const lack = name === "" ? noName : accounts.length === 0 ? words.noAccount : null;
    setError(lack);
    setFailed(false);
    if (lack) return;
    const door = program?.door ?? otherDoor;
    const body = {
      ...{ name, accounts, from: text("from") || null, until: text("until") || null },
      ...(hasPending && { pending }),
      ...(program?.pending && { pending: program.pending }),
    };
    const outcome = grant
      ? await controller.act("grant/change", { ...body, grant_id: grant.grant_id })
      : await controller.act("grant/create", { ...body, door });
    if (outcome?.kind === "success") {
      const keys = outcome.answer.grant_keys;
      onDone(keys ? { name, keys, program: program?.id ?? null } : null);
    } else if (outcome?.kind === "error" && outcome.error.error_code === "INVALID_FIELD")
      setError(words.wrongDates);
    else setFailed(true);
  };
  // The list's own line for failures is behind this page.
  const problem = error ?? (hasFailed && state.notice?.kind === "failure" && state.notice.text);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {!grant && (
        <div class="field">
          <label for="grant-program">{programWords.program}</label>
          <Select
            id="grant-program"
            value={choice}
            aria-describedby="grant-error"
            onChange={({ currentTarget: { value } }) => setChoice(value)}
          >
            <option value="">{programWords.choose}</option>
            {PROGRAMS.filter(({ door }) => door === "file" || grant_doors.includes(door)).map(
              ({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ),
            )}
            <option value={OTHER}>{programWords.other}</option>
          </Select>
        </div>
      )}
      {program?.door === "file" ? (
        <FileStep {...{ controller, words }} id={program.id} onDone={() => onDone(null)} />
      ) : (
        <>
          {isOther && (
            <div class="field">
              <label for="grant-name">{words.name}</label>
              <input
                id="grant-name"
                name="name"
                class="text"
                maxLength={60}
                defaultValue={grant?.name}
                autocomplete="off"
                aria-describedby="grant-error"
                onInput={({ currentTarget: { value } }) =>
                  !isChosen && setPending(proposePending(value))
                }
              />
            </div>
          )}
          {!grant && isOther && grant_doors.length > 1 && (
            <div class="field">
              <label for="grant-door">{words.door}</label>
              <Select
                id="grant-door"
                value={otherDoor}
                onChange={({ currentTarget: { value } }) =>
                  setDoor(grant_doors.find((each) => each === value))
                }
              >
                {grant_doors.map((door) => (
                  <option key={door} value={door}>
                    {DOOR_LABELS[door]}
                  </option>
                ))}
              </Select>
            </div>
          )}
          <h3 id="grant-accounts">{words.accounts}</h3>
          <ul class="rows" aria-labelledby="grant-accounts">
            {connections.flatMap(({ connection_id, institution, accounts }) =>
              accounts.map((account) => (
                <li key={account.account_id} style={ROW}>
                  <input
                    id={`share-${account.account_id}`}
                    type="checkbox"
                    name="account"
                    value={JSON.stringify([connection_id, account.account_id])}
                    defaultChecked={grant?.account_ids.includes(account.account_id)}
                    style={BOX}
                  />
                  <label for={`share-${account.account_id}`} style={PLAIN}>
                    {account.name} {account.mask && <span class="mask">•••• {account.mask}</span>}
                    {connections.length > 1 && <small style={BANK}> {institution.name}</small>}
                  </label>
                </li>
              )),
            )}
          </ul>
          {hasPending && (
            <div class="field">
              <label for="grant-pending">{words.pending}</label>
              <Select
                id="grant-pending"
                value={pending ?? undefined}
                onChange={({ currentTarget: { value } }) => {
                  setChosen(true);
                  setPending(PENDING_RULES.find((each) => each === value) ?? null);
                }}
              >
                {PENDING_RULES.map((rule) => (
                  <option key={rule} value={rule}>
                    {words.pendingRules[rule]}
                  </option>
                ))}
              </Select>
            </div>
          )}
          <div style={DATES}>
            {(["from", "until"] as const).map((field) => (
              <div class="field" key={field}>
                <label for={`grant-${field}`}>
                  {words[field]} <span class="mask">({words.optional})</span>
                </label>
                <input
                  id={`grant-${field}`}
                  name={field}
                  type="date"
                  class="text"
                  defaultValue={(field === "from" ? grant?.from : lastDayOf(grant)) ?? ""}
                />
              </div>
            ))}
          </div>
          <div id="grant-error" class={problem ? "notice failure" : "notice"} role="alert">
            {problem && <p>{problem}</p>}
          </div>
          <p class="actions">
            <button type="submit" class="button primary" aria-disabled={state.busy}>
              {grant ? words.save : words.create}
            </button>
            <button type="button" class="button" onClick={() => onDone(null)}>
              {words.cancel}
            </button>
          </p>
        </>
      )}
    </form>
  );
};

type FileProps = Pick<FormProps, "controller" | "words"> & { id: ProgramId; onDone: () => void };

/** The file for a program that cannot read grants, and the program's field for the file. */
const FileStep = ({ controller, words, id, onDone }: FileProps) => {
  const { fileHelp, download } = wordsIn(PROGRAM_WORDS);
  const path = "transactions?format=qif";
  return (
    <>
      <p style={TEXT}>{fileHelp}</p>
      <PastePlace program={id} />
      <p class="actions">
        <a
          class="button primary"
          href={`/account/${path}`}
          onClick={(event) => {
            // The browser's own download would not explain why there is no file.
            event.preventDefault();
            void controller.download(path, saveAnswer);
          }}
        >
          {download}
        </a>
        <button type="button" class="button" onClick={onDone}>
          {words.close}
        </button>
      </p>
    </>
  );
};

/** The choice of an application that is not in the list. */
const OTHER = "other";

/** Styles of the list. They load with the card, since every visit loads the site's own sheet. */
const PLAIN = { flex: 1, margin: 0, fontSize: "1rem", fontWeight: 400 };
const DATES = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 200px), 1fr))",
  columnGap: "16px",
};
const ROW = { flexWrap: "nowrap", columnGap: "12px" };
const BANK = { display: "block", color: "var(--muted)" };
const BOX = { width: "22px", height: "22px", flex: "none", accentColor: "var(--accent)" };

/** The last day of a grant, YYYY-MM-DD. */
const lastDayOf = (grant: PersonGrant | null): string | null =>
  grant?.until ? new Date(Date.parse(grant.until) - 1).toISOString().slice(0, 10) : null;
