import type { TargetedSubmitEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import type { IssuerMetadata } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import type { Controller } from "../../session/controller.ts";
import { Badge } from "../../ui/badge.tsx";
import { Properties } from "../../ui/details.tsx";
import { SelectField, TextField, Tick, Ticks } from "../../ui/form-fields.tsx";
import { ResultLine, useAction } from "../../ui/use-action.tsx";
import {
  connectBody,
  connectField,
  type FieldProblems,
  type StoredConnection,
} from "./form-body.ts";
import { MoreFields } from "./more-fields.tsx";
import { METHODS, SecretFields } from "./secret-fields.tsx";

type ConnectionFormProps = {
  controller: Controller;
  /** Null if the institution is created as well. */
  id: string | null;
  stored: StoredConnection;
  liveItems: number;
  onDone(institutionId: string): void;
  onCancel?(): void;
};

type Answer = { connected: boolean; institution_id: string; problems: FieldProblems };

/** Connects an institution by its data API, with all settings of the connection. */
export const ConnectionForm = (props: ConnectionFormProps) => {
  const { controller, id, stored, liveItems, onDone, onCancel } = props;
  const [method, setMethod] = useState(stored?.authentication ?? "client_secret_basic");
  const [problems, setProblems] = useState<FieldProblems>({});
  const [metadata, setMetadata] = useState<IssuerMetadata | null>(null);
  const action = useAction<Answer>(controller);
  const reading = useAction<IssuerMetadata>(controller);
  const form = useRef<HTMLFormElement>(null);

  const read = async (): Promise<void> => {
    if (!form.current) return;
    const fields = new FormData(form.current);
    const issuer = String(fields.get("issuer")).trim();
    if (issuer === "") return setProblems({ issuer: "Its metadata is found by this address." });
    const authorities = String(fields.get("authorities") ?? "");
    const answer = await reading.run("institutions/issuer", { issuer, authorities }, "");
    setMetadata(answer);
    if (!answer) return;
    // Keeps the chosen method, unless the issuer does not offer it.
    const [first] = answer.authentications;
    if (first && !answer.authentications.includes(method)) setMethod(first);
    setProblems({});
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const target = event.currentTarget;
    const body = connectBody(new FormData(target), { id, isEdit: stored !== null });
    const answer = await action.run("institutions/connect", body, "");
    if (!answer) return;
    if (answer.connected) return onDone(answer.institution_id);
    setProblems(answer.problems);
    const count = Object.keys(answer.problems).length;
    action.refuse(
      count === 1 ? "One field has to be mended." : `${count} fields have to be mended.`,
    );
    requestAnimationFrame(() => showFirstProblem(target));
  };

  return (
    <form class="connect" ref={form} onSubmit={submit} noValidate>
      {id === null && <InstitutionFields problems={problems} />}
      <h3>How it is reached</h3>
      <TextField
        {...connectField("issuer", problems)}
        label="Issuer"
        placeholder="https://bank.example"
        initial={stored?.issuer ?? ""}
        hint="The address before /.well-known/openid-configuration, to the letter."
      />
      {stored && liveItems > 0 && (
        <Tick name="another_issuer">
          The institution has moved to another issuer. The users of the{" "}
          {liveItems === 1 ? "Item" : `${liveItems} Items`} linked there have to sign in again.
        </Tick>
      )}
      <p class="actions">
        <button
          type="button"
          class="button small"
          aria-disabled={reading.isBusy}
          onClick={() => void read()}
        >
          {reading.isBusy ? "Reading…" : "Read its metadata"}
        </button>
      </p>
      {reading.result?.kind === "failure" && <ResultLine {...reading} />}
      {metadata && <IssuerFacts metadata={metadata} />}
      <TextField
        {...connectField("issued_client_id", problems)}
        label="Our client id there"
        initial={stored?.client_id ?? ""}
        hint={
          <>
            The institution registers this server as a client, with the redirect URI{" "}
            <code>{location.origin}/oauth/return</code>.
          </>
        }
      />
      <SelectField
        {...connectField("authentication", problems)}
        label="Client authentication"
        hint={<code>{method}</code>}
        choices={methodChoices(metadata)}
        value={method}
        onChange={setMethod}
      />
      <SecretFields {...{ method, stored, problems }} />
      <MoreFields {...{ id, method, stored, problems, metadata }} />
      <p class="actions">
        <button type="submit" class="button primary small" aria-disabled={action.isBusy}>
          {action.isBusy ? "Saving…" : submitText(id, stored)}
        </button>
        {onCancel && (
          <button type="button" class="button small" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
      <ResultLine {...action} result={action.result?.text ? action.result : null} />
    </form>
  );
};

/** Returns the methods in words, marking those that the issuer lacks. */
const methodChoices = (metadata: IssuerMetadata | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(METHODS).map(([method, text]) => {
      const isOffered = metadata?.problem !== null || metadata.authentications.includes(method);
      return [method, isOffered ? text : `${text} (not offered)`];
    }),
  );

function submitText(id: string | null, connection: StoredConnection): string {
  if (id === null) return "Add the institution";
  return connection ? "Save" : "Connect";
}

/** Opens the section that hides the first wrong field, and focuses the field. */
function showFirstProblem(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

const PRODUCTS = [
  "auth",
  "balance",
  "identity",
  "transactions",
  "income",
  "assets",
  "liabilities",
  "statements",
];

/** The fields of a new institution. */
const InstitutionFields = ({ problems }: { problems: FieldProblems }) => (
  <>
    <h3>The institution</h3>
    <TextField
      {...connectField("name", problems)}
      label="Name"
      placeholder="Lantern Bank"
      hint="As its customers call it: they search for it in Link."
    />
    <TextField
      {...connectField("institution_id", problems)}
      label="institution_id"
      placeholder="ins_700001"
      hint="By default the next one that is free. It cannot be changed later."
    />
    <Ticks
      {...connectField("country_codes", problems)}
      label="Countries"
      all={COUNTRY_CODES}
      chosen={["US"]}
    />
    <Ticks
      {...connectField("products", problems)}
      label="Products that it can share"
      all={PRODUCTS}
      chosen={["auth", "balance", "identity", "transactions"]}
    />
    <TextField
      {...connectField("url", problems)}
      label="Its site"
      placeholder="https://lantern.example/"
    />
  </>
);

/** Shows an issuer's metadata: missing parts first, then its offer. */
const IssuerFacts = ({ metadata }: { metadata: IssuerMetadata }) => {
  const { problem, problems, authentications, scopes, needed_scopes, features } = metadata;
  if (problem !== null)
    return (
      <div class="issuer" role="status">
        <p class="notice failure">{problem}</p>
        <p class="lead">
          You can connect it all the same; users cannot sign in there until it can be read.
        </p>
      </div>
    );
  return (
    <div class="issuer" role="status">
      <p>
        <Badge
          tone={problems.length === 0 ? "good" : "warn"}
          text={problems.length === 0 ? "has all that is needed" : `lacks ${countText(problems)}`}
        />
      </p>
      {problems.length > 0 && (
        <ul class="findings">
          {problems.map(({ what, found, fix, is_wrong }) => (
            <li key={what}>
              <Badge tone={is_wrong ? "bad" : "warn"} text={is_wrong ? "wrong" : "consider"} />{" "}
              {what}: {found}
              <small>Fix: {fix}</small>
            </li>
          ))}
        </ul>
      )}
      <Properties
        of={[
          [
            "Client authentication",
            authentications.map((method) => METHODS[method] ?? method).join("; "),
          ],
          ["Scopes that it offers", scopes?.join(" ") ?? "it does not say"],
          ["Scopes that users are asked for", needed_scopes.join(" ")],
          ["Also offered, and used", features.join(", ")],
        ]}
      />
      <details class="more">
        <summary>Endpoints</summary>
        <Properties of={metadata.endpoints.map(({ name, url }) => [name, url] as const)} />
      </details>
    </div>
  );
};

const countText = ({ length }: readonly unknown[]): string =>
  length === 1 ? "one thing" : `${length} things`;
