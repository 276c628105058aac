import { Icon, LOCK } from "../ui/icon.tsx";
import { Screen } from "../ui/screen.tsx";
import type { RareView } from "./view.ts";

/** The trust facts before the list, with the application's logo and a single button to continue. */
export const TrustPane: RareView<"SELECT_INSTITUTION", "trust"> = (props) => {
  const { send, text, clientName, trust } = props;
  return (
    <Screen
      title={text.beforeYouConnect(clientName)}
      emblem={
        <span class="emblem app" aria-hidden="true">
          {[...clientName][0]}
          <Icon d={LOCK} />
        </span>
      }
      actions={
        <button
          type="button"
          class="button primary"
          data-testid="trust-read"
          onClick={() => send({ type: "trust.read" })}
        >
          {text.continue}
        </button>
      }
    >
      <p class="lead">{text.sharing(clientName)}</p>
      <dl class="facts">
        {trust?.map(({ term, text }) => (
          <>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
    </Screen>
  );
};
