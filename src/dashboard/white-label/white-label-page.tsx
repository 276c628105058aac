import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { checkAccent, isAccent, READABLE } from "../../protocol/client-brand.ts";
import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard.ts";
import type { PageProps } from "../page.ts";
import { ChooseClient } from "../ui/choose-client.tsx";
import { SaveRow } from "../ui/save-row.tsx";
import { useAction } from "../ui/use-action.ts";
import { AccentField } from "./accent-field.tsx";
import { type BrandDraft, brandBody, draftOf, lookOf } from "./brand-draft.ts";
import { LinkPreview } from "./link-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { ServerBrandCard } from "./server-brand-card.tsx";

/** How Link speaks of a client and looks to its users, with Link beside it; and the operator's own name. */
export const WhiteLabelPage = ({ state, controller, router }: PageProps) => {
  const { client, operator } = state.answer;
  if (!client)
    return (
      <ChooseClient
        {...{ controller, router }}
        reason="Each client has a name and a look of its own."
      >
        <ServerBrandCard controller={controller} />
      </ChooseClient>
    );
  return (
    <>
      <BrandEditor key={client.client_id} {...{ client, controller }} />
      {operator && <ServerBrandCard controller={controller} />}
    </>
  );
};

type BrandEditorProps = Pick<PageProps, "controller"> & { client: DashboardClient };

const BrandEditor = ({ client, controller }: BrandEditorProps) => {
  const [draft, setDraft] = useState(() => draftOf(client));
  /** A name is shown once it is written: each is another session of Link. */
  const [shownName, setShownName] = useState(draft.name);
  const action = useAction<DashboardAnswer>(controller);
  const change = (part: Partial<BrandDraft>): void =>
    setDraft((before) => ({ ...before, ...part }));
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const problem = accentProblem(draft.accent);
    if (problem !== null) return action.refuse(problem);
    const answer = await action.run("brand", brandBody(draft, client), "Saved.");
    if (!answer?.client) return;
    setDraft(draftOf(answer.client));
    controller.accept(answer);
  };
  return (
    <div class="try white-label">
      <section class="card" aria-labelledby="brand">
        <h2 id="brand">Name and look</h2>
        <p class="lead">Link has them for all users of this client, from their next session on.</p>
        <form class="options" onSubmit={submit} noValidate>
          <div>
            <label for="brand-name">Name</label>
            <input
              id="brand-name"
              class="text"
              maxLength={60}
              placeholder="As the page says"
              autocomplete="off"
              value={draft.name}
              onInput={({ currentTarget }) => change({ name: currentTarget.value })}
              onChange={({ currentTarget }) => setShownName(currentTarget.value.trim())}
            />
            <p class="lead">
              Takes the place of the <code>clientName</code> that pages and link tokens give.
            </p>
          </div>
          <AccentField accent={draft.accent} onChange={(accent) => change({ accent })} />
          <LogoField
            logo={draft.logo}
            onChange={(logo) => change({ logo })}
            onRefuse={action.refuse}
          />
          <SaveRow action={action} look="button primary" />
        </form>
      </section>
      <LinkPreview look={lookOf(draft)} name={shownName} {...{ client, controller }} />
    </div>
  );
};

function accentProblem(accent: string): string | null {
  if (accent === "") return null;
  if (!isAccent(accent)) return "Write the accent as a colour like #3044c9.";
  return checkAccent(accent).contrast < READABLE
    ? "This accent is too light to be read. Take the one that is suggested, or a darker one."
    : null;
}
