import type { TargetedSubmitEvent } from "preact";
import type { DashboardWays } from "../../protocol/dashboard/dashboard-aggregators.ts";
import type { Controller } from "../session/controller.ts";
import { ForRole } from "../ui/for-role.tsx";
import { SelectField } from "../ui/form-fields.tsx";
import { SaveRow, useAction } from "../ui/use-action.tsx";

const KINDS = {
  connection: "the bank's own connection",
  aggregator: "an aggregator",
  token: "a token of the user's",
  fints: "FinTS",
};

/** Shows the preferred way to banks with several ways, and whether Link asks the user. */
export const WaysCard = ({ ways, controller }: { ways: DashboardWays; controller: Controller }) => {
  const action = useAction<object>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = { first: data.get("first"), asks: data.get("asks") === "ask" };
    await action.run("institutions/ways", body, "Saved.");
  };
  return (
    <section class="card" aria-labelledby="ways">
      <h2 id="ways">One bank, several ways</h2>
      <p class="lead">
        Institutions of one name in one country are one row in Link.{" "}
        <code>service-link institutions ways</code> joins those of different names.
      </p>
      <ForRole least="developer">
        <form onSubmit={(event) => void submit(event)}>
          <SelectField
            name="first"
            label="Preferred way"
            choices={KINDS}
            initial={ways.order[0] ?? ""}
          />
          <SelectField
            name="asks"
            label="In Link"
            choices={{ take: "The preferred way is taken", ask: "The user is asked for the way" }}
            initial={ways.asks ? "ask" : "take"}
          />
          <SaveRow action={action} look="button primary small" />
        </form>
      </ForRole>
    </section>
  );
};
