import type { TargetedSubmitEvent } from "preact";
import type {
  DashboardExamples,
  DashboardReplay,
} from "../../protocol/dashboard/dashboard-items.ts";
import type { PageProps } from "../session/page.ts";
import { ForRole } from "../ui/for-role.tsx";
import { SelectField, TextField } from "../ui/form-fields.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";

const HOUR_MS = 3_600_000;

/** How far back failed webhooks are sent again, in hours. */
const PERIODS = { 1: "the last hour", 24: "the last day", 168: "the last 7 days", 720: "30 days" };

type Props = Pick<PageProps, "state" | "controller"> & { onDone(): void };

/** Sends the failed webhooks of a time again, and in the sandbox an example of each event. */
export const WebhookActions = (props: Props) => (
  <details class="more">
    <summary>Send again, or send examples</summary>
    <ForRole least="developer">
      <div class="halves">
        <ReplayFailed {...props} />
        {props.state.answer.environment === "sandbox" && <Examples {...props} />}
      </div>
    </ForRole>
  </details>
);

const ReplayFailed = ({ controller, onDone }: Props) => {
  const action = useAction<DashboardReplay>(controller);
  const replay = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const hours = Number(new FormData(event.currentTarget).get("hours"));
    const since = Date.now() - hours * HOUR_MS;
    const answer = await action.run("webhooks/replay-failed", { since }, "They are sent again.");
    if (!answer) return;
    const { replayed, more } = answer;
    action.say(
      replayed === 0
        ? "No webhook of this time was given up."
        : `${replayed} ${replayed === 1 ? "webhook is" : "webhooks are"} sent again.${more ? " There are more: press it again." : ""}`,
    );
    onDone();
  };
  return (
    <form onSubmit={replay}>
      <h3>Send all that were given up again</h3>
      <SelectField name="hours" label="Created in" choices={PERIODS} initial="24" />
      <p class="actions">
        <button type="submit" class="button small" aria-disabled={action.isBusy}>
          {action.isBusy ? "Sending…" : "Send them again"}
        </button>
      </p>
      <ResultLine {...action} />
    </form>
  );
};

const Examples = ({ controller, onDone }: Props) => {
  const action = useAction<DashboardExamples>(controller);
  const send = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get("url")).trim();
    const answer = await action.run("webhooks/examples", { url }, "They are sent.");
    if (!answer) return;
    action.say(
      `${answer.sent} examples are on their way; they are in the list once they are tried.`,
    );
    onDone();
  };
  return (
    <form onSubmit={send}>
      <h3>Send an example of each event</h3>
      <TextField
        name="url"
        label="Address"
        type="url"
        isRequired
        maxLength={2000}
        placeholder="https://shop.example/webhooks"
      />
      <p class="actions">
        <button type="submit" class="button small" aria-disabled={action.isBusy}>
          {action.isBusy ? "Sending…" : "Send them"}
        </button>
      </p>
      <ResultLine {...action} />
    </form>
  );
};
