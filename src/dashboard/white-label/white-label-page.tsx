import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import {
  type BrandLook,
  DEFAULT_RADIUS,
  isFont,
  MAX_RADIUS,
} from "../../protocol/brand/client-brand.ts";
import type { DashboardAnswer, DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import type { Theme } from "../../protocol/vocabulary.ts";
import type { PageProps } from "../session/page.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { ChooseClient } from "../ui/choose-client.tsx";
import { DropZone } from "../ui/drop-zone.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { SelectField, TextField } from "../ui/form-fields.tsx";
import { SaveRow, useAction } from "../ui/use-action.tsx";
import { NOTHING_CHANGED, useOwnChanges } from "../ui/use-own-changes.ts";
import { AccentField, accentProblem } from "./accent-field.tsx";
import {
  type BrandDraft,
  brandFields,
  changedLogo,
  draftOf,
  logoOfFile,
  themeSnippet,
} from "./brand-draft.ts";
import { ServerBrandCard } from "./server-brand-card.tsx";

const STUDIO = { load: async () => (await import("./studio.tsx")).Studio };

/** Sets a client's name and look, with a preview of all that its users see; and the name of the operator's server. */
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
  const [edits, setEdits] = useState<Partial<BrandDraft>>({});
  const draft = { ...draftOf(client), ...edits };
  const action = useAction<DashboardAnswer>(controller);
  const ownChanges = useOwnChanges(controller, brandFields(draftOf(client)), action);
  const change = (part: Partial<BrandDraft>): void =>
    setEdits((previous) => ({ ...previous, ...part }));
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const problem = accentProblem(draft.accent) ?? fontProblem(draft.font.trim());
    if (problem !== null) return action.refuse(problem);
    const { changes, expected } = ownChanges(brandFields(draft));
    const logo = changedLogo(draft, client);
    if (logo === undefined && Object.keys(changes).length === 0) return action.say(NOTHING_CHANGED);
    const body = { ...changes, ...(logo !== undefined && { logo }), expected };
    const answer = await action.run("brand", body, "Saved.");
    if (!answer) return;
    setEdits({});
    controller.accept(answer);
  };
  return (
    <div class="try white-label">
      <section class="card" aria-labelledby="brand">
        <h2 id="brand">Name and look</h2>
        <p class="lead">Link has them for all users of this client, from their next session on.</p>
        <ForRole least="admin">
          <form class="options" onSubmit={submit} noValidate>
            <TextField
              name="brand-name"
              label="Name"
              hint={
                <>
                  Takes the place of the <code>clientName</code> that pages and link tokens give.
                </>
              }
              maxLength={60}
              placeholder="As the page says"
              value={draft.name}
              onInput={(name) => change({ name })}
            />
            <AccentField accent={draft.accent} onChange={(accent) => change({ accent })} />
            <LogoField
              logo={draft.logo}
              onChange={(logo) => change({ logo })}
              onRefuse={action.refuse}
            />
            <SelectField
              name="brand-mode"
              label="Theme"
              choices={THEMES}
              value={draft.mode}
              onChange={(mode) => change({ mode: mode as Theme })}
            />
            <div>
              <label for="brand-radius">Corners</label>
              <input
                id="brand-radius"
                type="range"
                min={0}
                max={MAX_RADIUS}
                value={draft.radius === "" ? DEFAULT_RADIUS : draft.radius}
                aria-describedby="brand-radius-value"
                onInput={({ currentTarget: { value } }) =>
                  change({ radius: value === String(DEFAULT_RADIUS) ? "" : value })
                }
              />
              <p id="brand-radius-value" class="lead">
                {draft.radius === ""
                  ? `${DEFAULT_RADIUS} pixels, as Link’s own`
                  : `${draft.radius} pixels`}
              </p>
            </div>
            <TextField
              name="brand-font"
              label="Font"
              hint="One family that users have, such as Georgia; on devices without it Link has the device’s own. Link loads no font."
              maxLength={50}
              placeholder="The device’s own"
              value={draft.font}
              onInput={(font) => change({ font })}
            />
            <fieldset class="ticks">
              <legend>Before the list of institutions</legend>
              <label>
                <input
                  type="checkbox"
                  checked={draft.hasTrustPane}
                  onChange={({ currentTarget }) => change({ hasTrustPane: currentTarget.checked })}
                />
                <span>What is read, for how long and how to end it, on a pane of its own</span>
              </label>
            </fieldset>
            <SaveRow action={action} look="button primary" />
          </form>
        </ForRole>
        <Snippet code={themeSnippet(draft)} />
      </section>
      <LazyPage page={STUDIO} props={{ draft, client }} />
    </div>
  );
};

const THEMES: Record<Theme, string> = {
  auto: "As the user’s device",
  light: "Light",
  dark: "Dark",
};

const fontProblem = (font: string): string | null =>
  font === "" || isFont(font) ? null : "A font is one family: letters, digits, spaces and hyphens.";

/** The line that gives a single session this look. */
const Snippet = ({ code }: { code: string }) =>
  code === "" ? null : (
    <>
      <p class="lead">
        A page can set the same look for one session, next to its <code>clientName</code>:
      </p>
      <pre>
        <code>{code}</code>
      </pre>
    </>
  );

/** The maximum size of a file that is read, in bytes. */
const MAX_FILE_BYTES = 10_000_000;

type LogoFieldProps = {
  logo: BrandLook["logo"];
  onChange(logo: BrandLook["logo"]): void;
  /** Reports why a file is not a valid logo. */
  onRefuse(text: string): void;
};

/** A logo to choose from a file, or to remove. */
const LogoField = ({ logo, onChange, onRefuse }: LogoFieldProps) => {
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const next = file.size > MAX_FILE_BYTES ? null : await logoOfFile(file);
    if (next) onChange(next);
    else onRefuse(`${file.name} is no image of at most 10 MB that this browser reads.`);
  };
  return (
    <div>
      <label for="logo">Logo</label>
      <DropZone class="logo" label="Drop an image here" onDrop={([file]) => void take(file)}>
        {logo && (
          <span class="picture">
            <img src={logo.src} alt="The logo" width={logo.width} height={logo.height} />
          </span>
        )}
        <input
          id="logo"
          type="file"
          accept="image/*"
          aria-describedby="logo-limits"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // Lets the same file be chosen again.
            currentTarget.value = "";
          }}
        />
        {logo && (
          <button type="button" class="button small" onClick={() => onChange(null)}>
            Remove the logo
          </button>
        )}
      </DropZone>
      <p id="logo-limits" class="lead">
        An image of any kind, chosen or dropped. It becomes a PNG, and is shown 24 pixels high, on
        white.
      </p>
    </div>
  );
};
