import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import {
  ACCOUNT_SUBTYPES,
  PERMISSIBLE_PURPOSES,
  REPORT_PRODUCTS,
} from "../../protocol/vocabulary.ts";
import { More, SelectField, TextField, Tick, Ticks } from "./fields.tsx";
import type { LinkOptions } from "./link-options.ts";

const PURPOSE_CHOICES = {
  "": "None",
  ...Object.fromEntries(PERMISSIBLE_PURPOSES.map((purpose) => [purpose, purpose])),
};

/** The lists of products next to `products`, with their labels. */
const MORE_PRODUCTS = {
  requiredIfSupported: "Required if the bank has them (required_if_supported_products)",
  optionalProducts: "Optional (optional_products)",
  additionalConsented: "Agreed to, and read later (additional_consented_products)",
} as const;

type LinkTokenOptionsProps = { options: LinkOptions; client: DashboardClient; hidden: boolean };

/** The options that only a link token has. */
export const LinkTokenOptions = ({ options, client, hidden }: LinkTokenOptionsProps) => (
  <>
    <TextField
      name="clientUserId"
      label="client_user_id, your own id of the user"
      options={options}
      hidden={hidden}
    />
    <TextField
      name="redirectUri"
      label="redirect_uri"
      hint="Your page to which users come back from their institution, as the client's settings have it."
      options={options}
      hidden={hidden}
    />
    <More title="The user that the Item is linked under" hidden={hidden}>
      <TextField name="userId" label="user_id" options={options} />
      <TextField
        name="userToken"
        label="user_token"
        hint="A token of the legacy user API, in place of the user_id."
        options={options}
      />
      <Tick
        name="isMultiItem"
        label="The user may connect several Items (enable_multi_item_link)"
      />
    </More>
    <More title="More products" hidden={hidden}>
      {Object.entries(MORE_PRODUCTS).map(([name, label]) => (
        <Ticks
          key={name}
          name={name as keyof typeof MORE_PRODUCTS}
          label={label}
          all={client.products}
          chosen={options[name as keyof typeof MORE_PRODUCTS]}
        />
      ))}
    </More>
    <More title="The institution and the accounts" hidden={hidden}>
      <TextField
        name="institutionId"
        label="institution_id"
        hint="Link opens at this institution in place of the list."
        options={options}
      />
      <Ticks
        name="accountTypes"
        label="Types of accounts (account_filters)"
        all={Object.keys(ACCOUNT_SUBTYPES)}
        chosen={options.accountTypes}
      />
      <TextField
        name="transactionDays"
        label="Days of transactions (transactions.days_requested)"
        hint="1 to 730; all of 24 months by default."
        options={options}
      />
    </More>
    <More title="Hosted Link" hidden={hidden}>
      <Tick name="isHosted" label="Link opens on a page of this server (hosted_link)" />
    </More>
    <More title="Consumer reports" hidden={hidden}>
      <Ticks
        name="reportProducts"
        label="Products of consumer reports"
        all={REPORT_PRODUCTS}
        chosen={options.reportProducts}
      />
      <SelectField
        name="permissiblePurpose"
        label="Permissible purpose"
        choices={PURPOSE_CHOICES}
      />
      <TextField
        name="daysRequested"
        label="Days of history"
        hint="1 to 731; default 365."
        options={options}
      />
      <TextField name="clientReportId" label="client_report_id" options={options} />
    </More>
    <More title="Update mode" hidden={hidden}>
      <TextField
        name="accessToken"
        label="access_token of the Item"
        hint="With it the products are the Item's."
        options={options}
      />
      <Tick
        name="accountSelectionEnabled"
        label="The user chooses the shared accounts again (account_selection_enabled)"
      />
      <Tick
        name="reauthorizationEnabled"
        label="The user agrees again to the shared data (reauthorization_enabled)"
      />
    </More>
  </>
);
