import type { ComponentChildren } from "preact";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { COUNTRY_CODES, DEFAULT_LANGUAGE, LANGUAGES } from "../../protocol/vocabulary.ts";
import { SelectField, TextField, Tick, Ticks } from "../ui/form-fields.tsx";
import { ResultLine } from "../ui/use-action.tsx";
import { isPublicToken, type LinkOptions, type Opener } from "./link-options.ts";
import { LinkTokenOptions } from "./link-token-options.tsx";
import { More } from "./more.tsx";
import { optionTexts } from "./option-texts.ts";

const languageNames = new Intl.DisplayNames("en", { type: "language" });

const LANGUAGE_CHOICES = Object.fromEntries(
  LANGUAGES.map((code) => [code === DEFAULT_LANGUAGE ? "" : code, languageNames.of(code)]),
);

const THEME_CHOICES = { "": "As the user's system", light: "Light", dark: "Dark" };

const SELECTION_CHOICES = {
  "": "As the client's setting",
  disabled: "Off",
  one: "One account",
  several: "Several accounts",
  all: "All ticked",
};

const OPENERS = {
  link_token: "A link token made of these options",
  token: "A token that you have",
};

const OLDER_OPENERS = { "Older versions": { public_key: "The public_key of the client" } };

type OptionsFormProps = {
  options: LinkOptions;
  client: DashboardClient;
  isBusy: boolean;
  /** Why Link was not opened last time; null if it was. */
  refusal: string | null;
  /** The events of the last opening, shown between the button and the options. */
  events: ComponentChildren;
  onChange(options: LinkOptions): void;
  onOpen(): void;
};

/** The form with every option of Link and of the link tokens that open it; options without effect are hidden. */
export const OptionsForm = (props: OptionsFormProps) => {
  const { options, client, isBusy, refusal, events, onChange, onOpen } = props;
  const text = optionTexts(options);
  const isAtHand = options.opener === "token";
  // A link token carries all options but the look of the page.
  const isLinkToken = isAtHand && !isPublicToken(options);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
      onInput={({ currentTarget }) => onChange(readOptions(currentTarget))}
    >
      <div class="card opening">
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {isBusy ? "Opening…" : "Open Link"}
        </button>
        <SelectField
          name="opener"
          label="Opened with"
          choices={OPENERS}
          groups={client.public_key_enabled ? OLDER_OPENERS : {}}
          hint={client.public_key_enabled ? undefined : NO_PUBLIC_KEY}
        />
        <SelectField name="theme" label="Theme" choices={THEME_CHOICES} />
        <ResultLine result={refusal === null ? null : { kind: "failure", text: refusal }} />
      </div>
      {events}
      <section class="card" aria-labelledby="options">
        <h2 id="options">Options</h2>
        <div class="options">
          <TextField
            {...text("token")}
            label="Link token, or public token"
            hint="A public token opens update mode. All that is not asked here comes from the token."
            hidden={!isAtHand}
          />
          <TextField
            {...text("clientName")}
            label="Your name, as users read it"
            hint={client.brand.name === "" ? undefined : "The white label’s name takes its place."}
            hidden={isLinkToken}
          />
          <Ticks
            name="product"
            label="Products"
            all={client.products}
            chosen={options.product}
            hidden={isAtHand}
          />
          <Ticks
            name="countryCodes"
            label="Countries"
            all={COUNTRY_CODES}
            chosen={options.countryCodes}
            hidden={isAtHand}
          />
          <SelectField
            name="language"
            label="Language"
            choices={LANGUAGE_CHOICES}
            hidden={isLinkToken}
          />
          <SelectField
            name="accountSelection"
            label="Account selection"
            choices={SELECTION_CHOICES}
            hidden={isLinkToken}
          />
          <TextField {...text("webhook")} label="Webhook" hidden={isAtHand} />
          <TextField
            {...text("legalName")}
            label="The user's name, for small deposits"
            hidden={isLinkToken}
          />
          <TextField
            {...text("emailAddress")}
            label="The user's email, for small deposits"
            hint="Name and email together turn on all Auth features."
            hidden={isLinkToken}
          />
          <LinkTokenOptions {...{ options, client }} hidden={options.opener !== "link_token"} />
          <More title="More that the page says">
            <TextField
              {...text("receivedRedirectUri")}
              label="receivedRedirectUri"
              hint="The address that the user came back to: the redirect_uri of the link token, with its query."
            />
            <Tick name="isWebview">The page is in a native app's WebView (isWebview)</Tick>
          </More>
        </div>
      </section>
    </form>
  );
};

const NO_PUBLIC_KEY = "The settings of this client do not let pages open Link with its public_key.";

/** Reads the options of a form, including hidden ones. */
const readOptions = (form: HTMLFormElement): LinkOptions => {
  const fields = new FormData(form);
  const text = (name: keyof LinkOptions) => String(fields.get(name) ?? "").trim();
  const all = (name: keyof LinkOptions) => fields.getAll(name).map(String);
  return {
    opener: text("opener") as Opener,
    token: text("token"),
    clientName: text("clientName"),
    product: all("product"),
    countryCodes: all("countryCodes"),
    language: text("language"),
    accountSelection: text("accountSelection"),
    webhook: text("webhook"),
    legalName: text("legalName"),
    emailAddress: text("emailAddress"),
    theme: text("theme"),
    isWebview: fields.has("isWebview"),
    receivedRedirectUri: text("receivedRedirectUri"),
    clientUserId: text("clientUserId"),
    userId: text("userId"),
    userToken: text("userToken"),
    redirectUri: text("redirectUri"),
    accessToken: text("accessToken"),
    accountSelectionEnabled: fields.has("accountSelectionEnabled"),
    reauthorizationEnabled: fields.has("reauthorizationEnabled"),
    requiredIfSupported: all("requiredIfSupported"),
    optionalProducts: all("optionalProducts"),
    additionalConsented: all("additionalConsented"),
    institutionId: text("institutionId"),
    transactionDays: text("transactionDays"),
    statementsFrom: text("statementsFrom"),
    statementsTo: text("statementsTo"),
    accountTypes: all("accountTypes"),
    isMultiItem: fields.has("isMultiItem"),
    isHosted: fields.has("isHosted"),
    reportProducts: all("reportProducts"),
    permissiblePurpose: text("permissiblePurpose"),
    daysRequested: text("daysRequested"),
    clientReportId: text("clientReportId"),
  };
};
