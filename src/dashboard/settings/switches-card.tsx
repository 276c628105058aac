import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard.ts";
import type { Controller } from "../controller.ts";
import type { ClientState } from "../state.ts";
import { ResultLine } from "../ui/result-line.tsx";
import { useAction } from "../ui/use-action.ts";

const SELECTIONS: Record<DashboardClient["account_selection"], string> = {
  several: "They choose their accounts",
  one: "They choose one account",
  all: "All are ticked, and some may be unticked",
  disabled: "They do not choose",
};

/** What is switched on or off for a client. */
export const SwitchesCard = ({
  state,
  controller,
}: {
  state: ClientState;
  controller: Controller;
}) => {
  const { public_key_enabled: isOn, account_selection: selection } = state.answer.client;
  const action = useAction<DashboardAnswer>(controller);
  const change = async (path: string, body: object, text: string): Promise<void> => {
    const answer = await action.run(path, body, text);
    if (answer) controller.accept(answer);
  };
  return (
    <section class="card" aria-labelledby="switches">
      <h2 id="switches">Link</h2>
      <div class="switches">
        <label>
          <input
            type="checkbox"
            checked={isOn}
            onChange={() =>
              change(
                "public-key",
                { enabled: !isOn },
                isOn
                  ? "Link opens with a link token only."
                  : "Pages may open Link with the public_key.",
              )
            }
          />
          <span>Pages may open Link with the public_key</span>
        </label>
        <p class="lead">
          Switch it off once your server makes a link token for each session: a page can then open
          Link for your own users only.
        </p>
        <label class="field" for="account-selection">
          How users choose accounts, where a session does not say
        </label>
        <select
          id="account-selection"
          class="text"
          value={selection}
          onChange={({ currentTarget: { value } }) =>
            change("account-selection", { selection: value }, "Saved.")
          }
        >
          {Object.entries(SELECTIONS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <ResultLine {...action} />
    </section>
  );
};
