import type { TargetedSubmitEvent } from "preact";
import type { DashboardAnswer } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import { TextField } from "../ui/form-fields.tsx";
import { SaveRow, useAction } from "../ui/use-action.tsx";

/** Names the client of the first start. The form disappears when the client has a name. */
export const NameClient = ({ controller }: { controller: Controller }) => {
  const action = useAction<DashboardAnswer>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name === "") return action.refuse("A name has one character at least.");
    const answer = await action.run("first-name", { name }, "Saved.");
    if (answer) controller.accept(answer);
  };
  return (
    <section class="card" aria-labelledby="name-client">
      <h2 id="name-client">Name your application</h2>
      <form class="add name-client" onSubmit={submit} noValidate>
        <TextField
          name="name"
          id="client-name"
          label="Name"
          maxLength={60}
          placeholder="Corner Shop"
          hint="For this Dashboard and its mails, in place of “First client”."
        />
        <SaveRow action={action} look="button primary" />
      </form>
    </section>
  );
};
