import { LINK_TOKEN_PREFIX } from "../../protocol/link/link-token-prefix.ts";
import { findInstitution } from "../machine/form-states.ts";
import { Emblem } from "../ui/emblem.tsx";
import { Screen } from "../ui/screen.tsx";
import type { RareView } from "./view.ts";

/** Asks for confirmation before the user's progress is discarded. */
export const Exit: RareView<"EXIT", "errors"> = ({ state, send, text, clientName, keptUntil }) => {
  const institution = findInstitution(state.from);
  const { update } = state;
  return (
    <Screen
      title={update ? text.leaveUpdateTitle : text.leaveTitle}
      emblem={institution && <Emblem badge="asking" of={institution} />}
      actions={
        <>
          <button
            type="button"
            class="button primary"
            data-testid="stay"
            onClick={() => send({ type: "back.requested" })}
          >
            {text.stay}
          </button>
          <button
            type="button"
            class="button"
            data-testid="leave"
            onClick={() => send({ type: "exit.requested" })}
          >
            {text.leave}
          </button>
        </>
      }
    >
      <p class="lead">{(update ? text.leaveUpdateHelp : text.leaveHelp)(clientName)}</p>
      {institution && keptUntil && hasStoredSession() && (
        <p class="lead">
          {text.kept(
            institution.label ?? institution.name,
            new Intl.DateTimeFormat(text.language, { timeStyle: "short" }).format(
              Date.parse(keptUntil),
            ),
          )}
        </p>
      )}
    </Screen>
  );
};

/** Whether this browser has the credentials that resume a session. */
function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(LINK_TOKEN_PREFIX));
  } catch {
    return false;
  }
}
