import { REMINDERS_WORDS } from "../i18n/reminders.ts";
import type { Controller } from "./controller.ts";
import type { ConnectionsState } from "./state.ts";

export type RemindersProps = { state: ConnectionsState; controller: Controller };

/** Lets a person choose whether mails remind them of their connections. */
export const View = ({ state: { answer, busy }, controller }: RemindersProps) => {
  const { lang } = document.documentElement;
  const [language, words] =
    Object.entries(REMINDERS_WORDS).find(([code]) => code === lang) ??
    (["en", REMINDERS_WORDS.en] as const);
  const isOn = answer.reminders === true;
  return (
    <>
      <p class="lead" role="status">
        {isOn ? words.isOn : words.isOff}
      </p>
      <p class="actions">
        <button
          type="button"
          id="reminders"
          class="button"
          aria-disabled={busy}
          onClick={() => void controller.act("reminders", { on: !isOn, language })}
        >
          {isOn ? words.stop : words.start}
        </button>
      </p>
    </>
  );
};
