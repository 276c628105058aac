import type { TryState } from "./try-state.ts";

/** The fields for the caller: the session's client, one of the operator's, or one by its keys. */
export const CallerFields = ({
  state: { caller },
  id,
  isOpen,
}: {
  state: TryState;
  id: string;
  isOpen: boolean;
}) => {
  const who = caller.value;
  if (who.kind === "unknown") return <p class="quiet">One moment…</p>;
  if (who.kind === "session")
    return (
      <>
        {who.clients.length > 1 ? (
          <>
            <label for={`${id}-client`}>Call as</label>
            <select
              id={`${id}-client`}
              value={who.clientId}
              onChange={({ currentTarget }) => {
                caller.value = { ...who, clientId: currentTarget.value };
              }}
            >
              {who.clients.map(({ client_id, name }) => (
                <option value={client_id}>{name ? `${name} (${client_id})` : client_id}</option>
              ))}
            </select>
          </>
        ) : (
          <p>
            Called as <strong>{who.clients[0]?.name || who.clientId}</strong>, by your session of
            the <a href="/dashboard">Dashboard</a>.
          </p>
        )}
        {who.environment !== "sandbox" && (
          <p class="caution">This is {who.environment}: calls are real, and may be billed.</p>
        )}
      </>
    );
  const set = (name: "clientId" | "secret") => (event: { currentTarget: HTMLInputElement }) => {
    caller.value = { ...who, [name]: event.currentTarget.value.trim() };
  };
  return (
    <>
      <p>
        <a href="/dashboard">Sign in to the Dashboard</a> and come back, or paste keys, which this
        page forgets when it is left.{isOpen && " This path may be called without."}
      </p>
      <div class="keys">
        <p>
          <label for={`${id}-client-id`}>client_id</label>
          <input
            id={`${id}-client-id`}
            autocomplete="off"
            spellcheck={false}
            value={who.clientId}
            onInput={set("clientId")}
          />
        </p>
        <p>
          <label for={`${id}-secret`}>secret</label>
          <input
            id={`${id}-secret`}
            type="password"
            autocomplete="off"
            value={who.secret}
            onInput={set("secret")}
          />
        </p>
      </div>
    </>
  );
};
