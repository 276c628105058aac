import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import type { RareView } from "./view.ts";

/**
 * The ways to the chosen bank. Without a bank, the alternatives for users of an unlisted bank: the
 * ways that the client's products allow, or to leave.
 */
export const BankWays: RareView<"SELECT_INSTITUTION", "ways"> = (props) => {
  const { state, send, text, clientName } = props;
  const bank = state.name === "SELECT_INSTITUTION.ways" ? state.bank : undefined;
  // The shapes of a file, and of account numbers by hand: rows of the document have no label.
  const ways = bank?.ways ?? state.institutions.filter(({ mark }) => /^s(heet|lip)$/.test(mark));
  return (
    <Screen
      title={bank ? text.chooseWay(bank.institution.name) : text.missingBank}
      actions={
        <>
          <button
            type="button"
            class={bank ? "button" : "button primary"}
            data-testid="to-list"
            onClick={() => send({ type: "back.requested" })}
          >
            {text.toList}
          </button>
          {!bank && (
            <button
              type="button"
              class="button"
              data-testid="leave"
              onClick={() => send({ type: "exit.requested" })}
            >
              {text.leave}
            </button>
          )}
        </>
      }
    >
      <p class="lead">
        {(bank ? text.chooseWayHelp : ways[0] ? text.missingHelp : text.missingNoWay)(clientName)}
      </p>
      {ways[0] && (
        <ul class="cards">
          {ways.map((institution) => (
            <li key={institution.institution_id}>
              <button
                type="button"
                class="row"
                data-testid={`institution-${institution.institution_id}`}
                onClick={() => send({ type: "institution.selected", institution })}
              >
                <Logo of={institution} />
                <span class="name">{institution.label ?? institution.name}</span>
                <Icon d="M9 5l7 7-7 7" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
};
