import { CONSENT_END_WORDS } from "../i18n/consent-ends.ts";
import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";

type ConsentEndProps = { connection: PersonConnection; controller: Controller };

/**
 * Shows why a consent has ended, and asks for a confirmation that renews the consent without a
 * sign-in.
 */
export const ConsentEnd = ({ connection, controller }: ConsentEndProps) => {
  const { connection_id, ended, reconfirms } = connection;
  if (!ended && !reconfirms) return null;
  const words = wordsIn(CONSENT_END_WORDS);
  return (
    <>
      {ended && <p class="hint">{words[ended]}</p>}
      {reconfirms && (
        <>
          <p class="hint">{words.ask}</p>
          <p class="actions">
            <button
              type="button"
              id={`reconfirm-${connection_id}`}
              class="button"
              onClick={() => void controller.act("connection/reconfirm", { connection_id })}
            >
              {words.yes}
            </button>
          </p>
        </>
      )}
    </>
  );
};
