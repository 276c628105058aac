import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type {
  AddedAggregator,
  DashboardAggregators,
} from "../../protocol/dashboard/dashboard-aggregators.ts";
import type { Controller } from "../session/controller.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf } from "../session/route.ts";
import { Properties } from "../ui/details.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { TextField } from "../ui/form-fields.tsx";
import { numberText } from "../ui/number-text.ts";
import { FullTime } from "../ui/time.tsx";
import { ResultLine, SaveRow, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { WaysCard } from "./ways-card.tsx";

/** Lists the keys at aggregators, and adds or removes one. */
export const AggregatorsPage = ({ controller, router }: PageProps) => {
  const { answer, failure, reload } = useQuery<DashboardAggregators>(
    controller,
    "institutions/aggregators",
    {},
  );
  return (
    <>
      <p class="back">
        <a href={hrefOf("institutions", scopeOf(router.route.value.query))}>← All institutions</a>
      </p>
      {failure && (
        <p class="notice failure" role="status">
          {failure}
        </p>
      )}
      {answer?.aggregators.map((aggregator) => (
        <AggregatorCard
          key={aggregator.aggregator_id}
          {...{ aggregator, controller }}
          onChange={reload}
        />
      ))}
      {answer && <AddCard {...{ controller }} redirectUri={answer.redirect_uri} onAdded={reload} />}
      {answer && <WaysCard ways={answer.ways} controller={controller} />}
    </>
  );
};

type CardProps = {
  aggregator: DashboardAggregators["aggregators"][number];
  controller: Controller;
  onChange(): void;
};

const AggregatorCard = ({ aggregator, controller, onChange }: CardProps) => {
  const action = useAction(controller);
  const { aggregator_id, application_id, address, banks, read_at, problem } = aggregator;
  const owners = [aggregator.client_id, aggregator.person].filter((owner) => owner !== null);
  const remove = async (): Promise<void> => {
    if (await action.run("institutions/aggregators/remove", { aggregator_id }, "Removed."))
      onChange();
  };
  return (
    <section class="card" aria-labelledby={aggregator_id}>
      <h2 id={aggregator_id}>Enable Banking</h2>
      {problem && (
        <p class="notice failure" role="status">
          {problem.charAt(0).toUpperCase()}
          {problem.slice(1)}.
        </p>
      )}
      <Properties
        of={[
          ["Application", application_id],
          ["Address", address],
          [
            "Banks",
            <span key="banks">
              {numberText(banks)}
              {read_at !== null && (
                <>
                  , read <FullTime at={read_at} />
                </>
              )}
            </span>,
          ],
          ["For", owners.length > 0 && `${owners.join(", ")} alone`],
        ]}
      />
      <ForRole least="developer">
        <p class="actions">
          <button
            type="button"
            class="button small"
            aria-disabled={action.isBusy}
            onClick={() => void remove()}
          >
            Remove the key and its banks
          </button>
        </p>
        <ResultLine {...action} />
      </ForRole>
    </section>
  );
};

type AddProps = { controller: Controller; redirectUri: string; onAdded(): void };

const AddCard = ({ controller, redirectUri, onAdded }: AddProps) => {
  const action = useAction<AddedAggregator>(controller);
  const [problems, setProblems] = useState<AddedAggregator["problems"]>({});
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const body = {
      application_id: text("application_id"),
      key: text("key"),
      ...(text("address") && { address: text("address") }),
    };
    const added = await action.run("institutions/aggregators/add", body, "");
    if (!added) return;
    setProblems(added.problems);
    if (Object.keys(added.problems).length > 0) return action.refuse("Nothing was added.");
    form.reset();
    action.say(`${numberText(added.banks)} banks are added.`);
    onAdded();
  };
  return (
    <section class="card" aria-labelledby="add-aggregator">
      <h2 id="add-aggregator">Add a key at Enable Banking</h2>
      <p class="lead">
        Banks of Europe and the UK, by an application of your own. Its control panel has to list the
        redirect URL <code>{redirectUri}</code>. The key is sealed, and never shown again.
      </p>
      <ForRole least="developer">
        <form onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            name="application_id"
            label="Application ID"
            maxLength={100}
            problem={problems.application_id}
          />
          <TextField
            name="key"
            label="Private key"
            rows={6}
            placeholder="-----BEGIN PRIVATE KEY-----"
            hint="The contents of the .pem file that the control panel made."
            problem={problems.key}
          />
          <TextField
            name="address"
            label="Address"
            type="url"
            placeholder="https://api.enablebanking.com"
            hint="Only if the API is elsewhere."
            problem={problems.address}
          />
          <SaveRow action={action} look="button primary small" />
        </form>
      </ForRole>
    </section>
  );
};
