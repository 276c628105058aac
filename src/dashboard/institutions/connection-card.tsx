import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import { command } from "../brand.ts";
import type { Controller } from "../controller.ts";
import { Properties } from "../ui/details.tsx";
import { ResultLine } from "../ui/result-line.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

type ConnectionProps = {
  id: string;
  connection: DashboardInstitutionDetails["connection"];
  controller: Controller;
  onChange(): void;
};

type Field = { name: string; label: string; hint?: string; isSecret?: boolean; isLong?: boolean };

const FIELDS: readonly Field[] = [
  { name: "issuer", label: "Issuer", hint: "https://bank.example" },
  { name: "issued_client_id", label: "Our client id there" },
  { name: "client_secret", label: "Client secret", isSecret: true },
];

const MORE_FIELDS: readonly Field[] = [
  { name: "data_url", label: "Where accounts are read", hint: "by default <issuer>/fdx/v6" },
  { name: "scopes", label: "Scopes", hint: "by default those that it offers" },
  { name: "resource", label: "Resource indicator" },
  { name: "private_key", label: "Private key, in place of a secret: PEM or JWK", isLong: true },
  { name: "certificate", label: "Certificate for TLS: PEM", isLong: true },
  { name: "certificate_key", label: "Its key: PEM", isLong: true },
  { name: "authorities", label: "Authorities that certify its servers: PEM", isLong: true },
];

/** How an institution of the operator's own is reached; it is connected here, and disconnected. */
export const ConnectionCard = ({ id, connection, controller, onChange }: ConnectionProps) => {
  const [isAsking, setAsking] = useState(false);
  const action = useAction<object>(controller);
  const disconnect = async (): Promise<void> => {
    setAsking(false);
    const body = { institution_id: id };
    if (await action.run("institutions/disconnect", body, "It is not connected any more."))
      onChange();
  };
  return (
    <section class="card" aria-labelledby="connection">
      <h2 id="connection">Data API</h2>
      {connection ? (
        <>
          <Properties
            of={[
              ["Issuer", connection.issuer],
              ["Our client id there", <code key="id">{connection.client_id}</code>],
              ["Authentication", connection.authentication],
              ["Data", connection.data_url],
              ["Scopes", connection.scopes?.join(" ") ?? "those that it offers"],
              ["Resource", connection.resource],
              ["Users approve", connection.flow === "ciba" ? "in its app" : "at its site"],
              ["Connected", <Time key="at" at={connection.connected_at} />],
            ]}
          />
          <p class="lead">
            Check it with the command{" "}
            <code>{command(`check-institution ${connection.issuer}`)}</code>.
          </p>
          <div class="actions">
            {isAsking ? (
              <>
                <button type="button" class="button small" onClick={disconnect}>
                  Yes, disconnect it
                </button>
                <button type="button" class="button small" onClick={() => setAsking(false)}>
                  Keep it
                </button>
              </>
            ) : (
              <button
                type="button"
                class="button small"
                aria-disabled={action.isBusy}
                onClick={() => setAsking(true)}
              >
                Disconnect…
              </button>
            )}
          </div>
          <ResultLine {...action} />
        </>
      ) : (
        <ConnectForm {...{ id, controller, onChange }} />
      )}
    </section>
  );
};

const ConnectForm = ({ id, controller, onChange }: Omit<ConnectionProps, "connection">) => {
  const action = useAction<object>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const texts = [...form].flatMap(([name, value]) =>
      typeof value === "string" && value.trim() !== "" && name !== "ciba"
        ? [[name, value.trim()]]
        : [],
    );
    const body = {
      institution_id: id,
      ...Object.fromEntries(texts),
      ...(form.has("ciba") && { ciba: true }),
    };
    if (await action.run("institutions/connect", body, "It is connected.")) onChange();
  };
  return (
    <form class="connect" onSubmit={submit} noValidate>
      <p class="lead">
        The institution registers this server as a client first, with the redirect URI{" "}
        <code>{location.origin}/oauth/return</code>. Secrets are stored sealed, and are not shown
        again.
      </p>
      {FIELDS.map((field) => (
        <ConnectField key={field.name} {...field} />
      ))}
      <details class="more">
        <summary>More options</summary>
        {MORE_FIELDS.map((field) => (
          <ConnectField key={field.name} {...field} />
        ))}
        <label class="check">
          <input type="checkbox" name="ciba" />
          <span>Its users approve in its app, while Link waits (OpenID CIBA)</span>
        </label>
      </details>
      <div class="actions">
        <button type="submit" class="button primary small" aria-disabled={action.isBusy}>
          {action.isBusy ? "Connecting…" : "Connect"}
        </button>
      </div>
      <ResultLine {...action} />
    </form>
  );
};

const ConnectField = ({ name, label, hint, isSecret, isLong }: Field) => {
  const common = { id: `connect-${name}`, class: "text", name, spellcheck: false } as const;
  return (
    <>
      <label class="field" for={common.id}>
        {label}
      </label>
      {isLong ? (
        <textarea {...common} rows={3} />
      ) : isSecret ? (
        <input {...common} type="password" autocomplete="off" />
      ) : (
        <input {...common} type="text" autocomplete="off" placeholder={hint} />
      )}
    </>
  );
};
