import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { brandOf } from "../../protocol/brand/brand.ts";
import type { DashboardServerBrand } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import { ForRole } from "../ui/for-role.tsx";
import { SaveRow, useAction } from "../ui/use-action.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";

/** Sets the name of the whole server, for the operator. */
export const ServerBrandCard = ({ controller }: { controller: Controller }) => {
  const query = useQuery<DashboardServerBrand>(controller, "server-brand/show", {});
  return (
    <section class="card" aria-labelledby="server-brand">
      <h2 id="server-brand">Name of the server</h2>
      <p class="lead">
        The page's global, headers, the scheme for WebViews, mails and pages have it, whichever
        client they are for.
      </p>
      <ReadFailure {...query} />
      {query.answer && <NameForm stored={query.answer} controller={controller} />}
    </section>
  );
};

type NameFormProps = { stored: DashboardServerBrand; controller: Controller };

const NameForm = ({ stored, controller }: NameFormProps) => {
  const [brand, setBrand] = useState(stored);
  const [name, setName] = useState(stored.stored_name);
  const action = useAction<DashboardServerBrand>(controller);
  const isFixed = brand.source === "--brand" || brand.source === "SERVICE_BRAND";
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const answer = await action.run("server-brand/set", { name: name.trim() }, "Saved.");
    if (!answer) return;
    setBrand(answer);
    setName(answer.stored_name);
  };
  return (
    <ForRole least="admin">
      <form class="options" onSubmit={submit} noValidate>
        <div>
          <label for="server-brand-name">Name</label>
          <input
            id="server-brand-name"
            class="text"
            maxLength={40}
            placeholder="Acme"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="server-brand-note"
            readOnly={isFixed}
            value={isFixed ? brand.name : name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div id="server-brand-note">
            {isFixed ? (
              <p class="lead">
                The {brand.source === "--brand" ? "option" : "variable"} <code>{brand.source}</code>{" "}
                sets it, and comes before the Dashboard. Start the server without it to set it here.
              </p>
            ) : (
              <Consequences name={name.trim()} brand={brand} />
            )}
          </div>
        </div>
        {!isFixed && <SaveRow action={action} look="button primary" />}
      </form>
    </ForRole>
  );
};

/** Says which other names follow from a name, and when they apply. */
const Consequences = ({ name, brand }: { name: string; brand: DashboardServerBrand }) => {
  const { identifier, scheme } = brandOf(name === "" ? "Acme" : name);
  return (
    <>
      <p class="lead">
        {name === "" ? "Empty for the default. Acme would make" : "It makes"}{" "}
        <code>{identifier}.create</code>, <code>{identifier.toUpperCase()}-CLIENT-ID</code> and{" "}
        <code>{scheme}://</code>.
      </p>
      <p class="lead" role="status">
        {brand.next_name === brand.name
          ? `The server is called ${brand.name} now.`
          : `The server is called ${brand.name} until it is started again, and ${brand.next_name} then. Start workers again, too.`}
      </p>
    </>
  );
};
