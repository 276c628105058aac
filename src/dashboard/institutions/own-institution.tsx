import { useRef, useState } from "preact/hooks";
import type { DashboardInstitutionDetails } from "../../protocol/dashboard/dashboard-overview.ts";
import type { Controller } from "../session/controller.ts";
import { Properties } from "../ui/details.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { numberText } from "../ui/number-text.ts";
import { Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { CheckCard } from "./check/check-card.tsx";
import { ConnectionForm } from "./connect/connection-form.tsx";
import { approachText } from "./connect/more-fields.tsx";
import { METHODS } from "./connect/secret-fields.tsx";

type OwnProps = {
  id: string;
  answer: DashboardInstitutionDetails;
  controller: Controller;
  onChange(): void;
  onRemove(): void;
};

/** The operator's actions on an institution that they have added. */
export const OwnInstitution = ({ id, answer, controller, onChange, onRemove }: OwnProps) => {
  const { connection, own_token: ownToken } = answer;
  const liveItems = answer.live_items ?? 0;
  return (
    <>
      {ownToken && !connection ? (
        <OwnTokenCard {...ownToken} />
      ) : (
        <ForRole least="developer">
          <ConnectionCard {...{ id, connection, liveItems, controller, onChange }} />
        </ForRole>
      )}
      {connection && (
        <ForRole least="developer">
          <CheckCard {...{ id, controller }} isApprovedInApp={connection.flow === "ciba"} />
        </ForRole>
      )}
      <ForRole least="admin">
        <RemoveInstitution {...{ id, liveItems, controller, onRemove }} />
      </ForRole>
    </>
  );
};

const PROTOCOLS = {
  token: "described by data",
  simplefin: "SimpleFIN",
  fints: "FinTS 3.0, PIN and TAN",
};

/** Shows how users reach a bank by their own token or PIN. Only the command line changes this. */
const OwnTokenCard = ({
  protocol,
  base,
  requests_per_day: perDay,
}: NonNullable<DashboardInstitutionDetails["own_token"]>) => (
  <section class="card" aria-labelledby="own-token">
    <h2 id="own-token">{protocol === "fints" ? "FinTS" : "Tokens of its users"}</h2>
    {protocol === "fints" ? (
      <p class="lead">
        Users type the login name and the PIN of their online banking in Link, and both are stored
        sealed. The address is changed by <code>service-link institutions import-fints</code>.
      </p>
    ) : (
      <p class="lead">
        Users type a token of their own in Link, and it is stored sealed. The description is changed
        by <code>service-link institutions add</code>.
      </p>
    )}
    <Properties
      of={[
        ["Protocol", PROTOCOLS[protocol]],
        ["Data", base ?? "at the server that the user's setup token names"],
        ["Requests", perDay && `${numberText(perDay)} in 24 hours for each login`],
      ]}
    />
  </section>
);

const goodUntil = (until: number | null) =>
  until && (
    <>
      good until <Time at={until} />
    </>
  );

type RemoveProps = { id: string; liveItems: number; controller: Controller; onRemove(): void };

/** Removes an institution that the operator has added, after it explains the effect on its Items. */
const RemoveInstitution = ({ id, liveItems, controller, onRemove }: RemoveProps) => {
  const [isAsking, setAsking] = useState(false);
  const action = useAction<object>(controller);
  const remove = async (): Promise<void> => {
    setAsking(false);
    if (await action.run("institutions/remove", { institution_id: id }, "It is removed."))
      onRemove();
  };
  return (
    <section class="card" aria-labelledby="remove">
      <h2 id="remove">Remove this institution</h2>
      <p class="lead">
        {liveItems > 0
          ? `${liveItems === 1 ? "One Item is" : `${numberText(liveItems)} Items are`} linked there, so that it cannot be removed. ` +
            "Remove them by /item/remove first, or import it with supported set to false: they stay, and no new user can connect to it."
          : "No Item is linked there. Link lists it no longer, and its connection is deleted with its secrets."}
      </p>
      {liveItems === 0 && (
        <div class="actions">
          {isAsking ? (
            <>
              <button type="button" class="button danger small" onClick={remove}>
                Yes, remove it
              </button>
              <button type="button" class="button small" onClick={() => setAsking(false)}>
                Keep it
              </button>
            </>
          ) : (
            <button type="button" class="button small" onClick={() => setAsking(true)}>
              Remove…
            </button>
          )}
        </div>
      )}
      <ResultLine {...action} />
    </section>
  );
};

type ConnectionProps = {
  id: string;
  connection: DashboardInstitutionDetails["connection"];
  liveItems: number;
  controller: Controller;
  onChange(): void;
};

/** Connects, changes and disconnects an institution that the operator has added. */
export const ConnectionCard = (props: ConnectionProps) => {
  const { id, connection, liveItems, controller, onChange } = props;
  const [isEditing, setEditing] = useState(false);
  const [notice, setNotice] = useState("");
  const head = useRef<HTMLHeadingElement>(null);
  const edit = (isOpen: boolean): void => {
    setEditing(isOpen);
    setNotice("");
    // The pressed button goes away.
    head.current?.focus();
  };
  const done = (text: string) => (): void => {
    edit(false);
    setNotice(text);
    onChange();
  };
  return (
    <section class="card" aria-labelledby="connection">
      <h2 id="connection" ref={head} tabIndex={-1}>
        Data API
      </h2>
      <ResultLine result={notice === "" ? null : { kind: "success", text: notice }} />
      {connection && isEditing && liveItems > 0 && (
        <p class="lead">
          {itemsText(liveItems)} linked there. {liveItems === 1 ? "It stays" : "They stay"}, and the
          next read goes by what is saved here. Secrets that the institution does not know end in{" "}
          <code>INSTITUTION_REGISTRATION_REQUIRED</code> until they are right.
        </p>
      )}
      {connection && !isEditing ? (
        <ConnectionDetails
          {...props}
          connection={connection}
          onEdit={() => edit(true)}
          onChange={done("It is not connected any more.")}
        />
      ) : (
        <ConnectionForm
          {...{ controller, id, stored: connection, liveItems }}
          onDone={done("Saved. The next sign-in and the next read go by it.")}
          {...(connection && { onCancel: () => edit(false) })}
        />
      )}
    </section>
  );
};

/** How tokens are sent, and whether metadata or the operator decides it. */
const TOKENS = {
  true: "bound to a key (DPoP) if its metadata offer that",
  false: "Bearer alone",
};
const DECIDERS = {
  metadata: "",
  operator: ", as declared",
  probe: ", as a probe of its data API found",
};

const itemsText = (count: number): string =>
  count === 1 ? "One Item is" : `${numberText(count)} Items are`;

type ConnectedProps = ConnectionProps & {
  connection: NonNullable<ConnectionProps["connection"]>;
  onEdit(): void;
};

const ConnectionDetails = ({
  id,
  connection,
  liveItems,
  controller,
  onChange,
  onEdit,
}: ConnectedProps) => {
  const [isAsking, setAsking] = useState(false);
  const action = useAction<object>(controller);
  const disconnect = async (): Promise<void> => {
    setAsking(false);
    const body = { institution_id: id };
    if (await action.run("institutions/disconnect", body, "")) onChange();
  };
  const { requests_per_day: perDay, requests_counted_by: unit } = connection;
  return (
    <>
      <Properties
        of={[
          ["Issuer", connection.issuer],
          ["Our client id there", <code key="id">{connection.client_id}</code>],
          ["Client authentication", METHODS[connection.authentication]],
          ["Certificate in TLS", goodUntil(connection.certificate_until)],
          ["Certificate for seals", goodUntil(connection.seal_certificate_until)],
          ["Security profile", connection.security === "none" ? null : connection.security],
          ["Data", connection.data_url],
          ["Dialect", connection.dialect === "fdx" ? null : connection.dialect],
          ["Deviations", connection.deviations.join(", ")],
          ["Scopes", connection.scopes?.join(" ") ?? "those that it offers"],
          ["Resource", connection.resource],
          ["Tokens", `${TOKENS[`${connection.dpop}`]}${DECIDERS[connection.dpop_by]}`],
          [
            "Users approve",
            connection.flow === "ciba" ? "in its app" : approachText(connection.approach),
          ],
          [
            "Redirect URI",
            `${location.origin}/oauth/return${connection.own_redirect_uri ? `/${id}` : ""}`,
          ],
          ["Requests", perDay && `${numberText(perDay)} in 24 hours, by ${unit}`],
          ["Connected", <Time key="at" at={connection.connected_at} />],
        ]}
      />
      {isAsking && (
        <p class="lead">
          {liveItems > 0
            ? `${itemsText(liveItems)} linked there, and could not be read any more: remove them by /item/remove first.`
            : "No Item is linked there. Users can no longer connect there; its secrets are deleted."}
        </p>
      )}
      <div class="actions">
        {isAsking ? (
          <>
            {liveItems === 0 && (
              <button type="button" class="button danger small" onClick={disconnect}>
                Yes, disconnect it
              </button>
            )}
            <button type="button" class="button small" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </>
        ) : (
          <>
            <button type="button" class="button small" onClick={onEdit}>
              Edit
            </button>
            <button
              type="button"
              class="button small"
              aria-disabled={action.isBusy}
              onClick={() => setAsking(true)}
            >
              Disconnect…
            </button>
          </>
        )}
      </div>
      <ResultLine {...action} />
    </>
  );
};
