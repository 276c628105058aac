/// <reference types="vite/client" />
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import {
  PREVIEW_MAILS,
  type Preview,
  type PreviewMail,
  type PreviewView,
} from "../../protocol/dashboard/preview.ts";
import { type BrandDraft, lookOf } from "./brand-draft.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import style from "./studio.css?inline";

const SURFACES = { link: "Link", account: "Account site", mail: "Mails" } as const;
type Surface = keyof typeof SURFACES;

const THEMES = { light: "Light", dark: "Dark" } as const;
const SIZES = { phone: "Phone", desktop: "Desktop" } as const;

const MAIL_TITLES: Record<PreviewMail, string> = {
  hosted: "The address of hosted Link",
  recovery: "An institution that works again",
  reminder: "A consent that ends soon",
  signIn: "The link to the account site",
  code: "The code that confirms an address",
};

const MAILS: readonly PreviewView[] = PREVIEW_MAILS.map((id) => ({
  ...{ id, title: MAIL_TITLES[id] },
  group: id === "signIn" || id === "code" ? "About the account site" : "About an application",
}));

/** The note below each preview: how the brand appears there. */
const NOTES: Record<Surface, string> = {
  link: "Link’s own views with samples in them. Click through them as a user does.",
  account:
    "One page for the connections of all applications, under the server’s name. The client’s own have its name, accent and logo.",
  mail: "Mails have the server’s name and look. Those about an application name it.",
};

type StudioProps = { draft: BrandDraft; client: DashboardClient };

/** Previews a client's brand wherever users see it, with the draft applied as it is typed. */
export const Studio = ({ draft, client }: StudioProps) => {
  const [surface, setSurface] = useState<Surface>("link");
  const [size, setSize] = useState<keyof typeof SIZES>("phone");
  const [device, setDevice] = useState<keyof typeof THEMES>("light");
  const firstView = draft.hasTrustPane ? "trust" : "list";
  const [chosen, setChosen] = useState<Record<Surface, string>>({
    link: firstView,
    account: "from-link",
    mail: "hosted",
  });
  const [loaded, setLoaded] = useState<Preview["views"]>([]);
  useStyle();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) setChosen((previous) => ({ ...previous, link: firstView }));
    isFirst.current = false;
  }, [firstView]);

  const views = surface === "mail" ? MAILS : loaded;
  const view = chosen[surface];
  const at = views.findIndex(({ id }) => id === view);
  const setView = (id: string | undefined): void => {
    if (id !== undefined) setChosen({ ...chosen, [surface]: id });
  };
  /** The draft's theme, if it has one: Link alone follows it. */
  const fixed = surface === "link" && draft.mode !== "auto" ? draft.mode : null;
  const theme = fixed ?? device;
  return (
    <section class="card studio" aria-labelledby="preview">
      <div class="studio-head">
        <h2 id="preview">Preview</h2>
        <Segments legend="Device" options={SIZES} value={size} onChange={(next) => setSize(next)} />
        <Segments
          legend="Theme of the device"
          options={THEMES}
          value={theme}
          isDisabled={fixed !== null}
          onChange={(next) => setDevice(next)}
        />
      </div>
      <Segments
        legend="Preview of"
        options={SURFACES}
        value={surface}
        onChange={(next) => {
          setLoaded([]);
          setSurface(next);
        }}
      />
      <div class="studio-views">
        <label for="preview-view">View</label>
        <select
          id="preview-view"
          class="text"
          value={view}
          onChange={({ currentTarget }) => setView(currentTarget.value)}
        >
          {[...new Set(views.map(({ group }) => group))].map((group) => (
            <optgroup key={group} label={group}>
              {views
                .filter((each) => each.group === group)
                .map(({ id, title }) => (
                  <option key={id} value={id} selected={id === view}>
                    {title}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <Step label="Previous view" sign="‹" target={views[at - 1]?.id} onStep={setView} />
        <Step label="Next view" sign="›" target={views[at + 1]?.id} onStep={setView} />
      </div>
      <PreviewFrame
        key={surface}
        {...{ surface, size, onLoad: setLoaded }}
        options={{
          ...{ view, theme, look: lookOf(draft), products: client.products },
          name: draft.name.trim() || "Corner Shop",
        }}
      />
      <p class="lead">
        {NOTES[surface]}
        {fixed && ` The draft makes Link ${fixed} on every device.`}
      </p>
    </section>
  );
};

type StepProps = {
  label: string;
  sign: string;
  /** The view that it leads to; undefined at an end of the list. */
  target: string | undefined;
  onStep(view: string | undefined): void;
};

const Step = ({ label, sign, target, onStep }: StepProps) => (
  <button
    type="button"
    class="button"
    aria-label={label}
    aria-disabled={target === undefined}
    onClick={() => onStep(target)}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
);

type SegmentsProps<Value extends string> = {
  legend: string;
  options: Record<Value, string>;
  value: Value;
  isDisabled?: boolean;
  onChange(value: Value): void;
};

/** A choice of few options, side by side. */
const Segments = <Value extends string>(props: SegmentsProps<Value>) => {
  const { legend, options, value, isDisabled = false, onChange } = props;
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      {(Object.keys(options) as Value[]).map((option) => (
        <label key={option} class="segment">
          <input
            type="radio"
            name={legend}
            checked={option === value}
            disabled={isDisabled}
            onChange={() => onChange(option)}
          />
          <span>{options[option]}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** Adds the preview's own style to the page. */
const useStyle = (): void =>
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, []);
