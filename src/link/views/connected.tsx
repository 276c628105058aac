import { Emblem } from "../ui/emblem.tsx";
import { Screen } from "../ui/screen.tsx";
import { AccountLine } from "./account-line.tsx";
import type { LaterView } from "./view.ts";

/** It worked: what is shared now, and the way back to the application. */
export const Connected: LaterView<"CONNECTED"> = ({ state, send, text, clientName }) => {
  const { institution, connection } = state;
  return (
    <Screen
      title={text.connected(institution.name)}
      scrolls
      emblem={<Emblem badge="good" shape={institution.mark} color={institution.color} />}
      actions={
        <button
          type="button"
          class="button primary"
          data-testid="finish"
          onClick={() => send({ type: "CONTINUED" })}
        >
          {text.finish}
        </button>
      }
    >
      <p class="lead">{text.connectedHelp(clientName)}</p>
      <h2 class="hint">{text.shared}</h2>
      <ul class="cards">
        {connection.accounts.map((account) => (
          <li key={account.id} class="row">
            <AccountLine account={account} text={text} />
          </li>
        ))}
      </ul>
    </Screen>
  );
};
