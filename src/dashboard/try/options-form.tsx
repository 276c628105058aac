import type { DashboardClient } from "../../protocol/dashboard.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../protocol/vocabulary.ts";
import { type LinkOptions, optionsOf } from "./link-options.ts";

const COUNTRIES = ["US", "CA", "GB", "IE", "FR", "ES", "NL", "DE"];

const languageNames = new Intl.DisplayNames("en", { type: "language" });

const CHOICES = {
  language: Object.fromEntries(
    LANGUAGES.map((code) => [code === DEFAULT_LANGUAGE ? "" : code, languageNames.of(code)]),
  ),
  theme: { "": "As the user's system", light: "Light", dark: "Dark" },
  accountSelection: {
    "": "As the client's setting",
    disabled: "Off",
    one: "One account",
    several: "Several accounts",
    all: "All ticked",
  },
};

const LABELS = { language: "Language", theme: "Theme", accountSelection: "Account selection" };

type OptionsFormProps = {
  options: LinkOptions;
  client: DashboardClient;
  onChange(options: LinkOptions): void;
  onOpen(): void;
};

/** Every option of Link. */
export const OptionsForm = ({ options, client, onChange, onOpen }: OptionsFormProps) => (
  <section class="card" aria-labelledby="options">
    <h2 id="options">Options</h2>
    <form
      class="options"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
      onInput={({ currentTarget }) => onChange(optionsOf(currentTarget))}
    >
      <TextField name="clientName" label="Your name, as users read it" options={options} />
      <Ticks name="product" label="Products" all={client.products} chosen={options.product} />
      <Ticks name="countryCodes" label="Countries" all={COUNTRIES} chosen={options.countryCodes} />
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <div key={name}>
          <label for={name}>{LABELS[name]}</label>
          <select id={name} name={name} class="text">
            {Object.entries(CHOICES[name]).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
      <TextField name="webhook" label="Webhook" options={options} />
      <TextField name="legalName" label="The user's name, for small deposits" options={options} />
      <TextField
        name="emailAddress"
        label="The user's email, for small deposits"
        options={options}
      />
      <TextField name="token" label="A link token in place of all that" options={options} />
      <p class="actions">
        <button type="submit" class="button primary">
          Open Link
        </button>
      </p>
    </form>
  </section>
);

/** How long each text may be, as the server takes it. */
const MOST_CHARACTERS = {
  clientName: 60,
  webhook: 2000,
  legalName: 200,
  emailAddress: 254,
  token: 200,
};

type TextName = keyof typeof MOST_CHARACTERS;
type TextProps = { name: TextName; label: string; options: LinkOptions };

const TextField = ({ name, label, options }: TextProps) => (
  <div>
    <label for={name}>{label}</label>
    <input
      id={name}
      name={name}
      class="text"
      defaultValue={options[name]}
      maxLength={MOST_CHARACTERS[name]}
      autocomplete="off"
      spellcheck={false}
    />
  </div>
);

type TicksProps = { name: string; label: string; all: readonly string[]; chosen: string[] };

const Ticks = ({ name, label, all, chosen }: TicksProps) => (
  <fieldset class="ticks">
    <legend>{label}</legend>
    {all.map((value) => (
      <label key={value}>
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        <span>{value}</span>
      </label>
    ))}
  </fieldset>
);
