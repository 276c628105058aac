import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import {
  ACCOUNT_SUBTYPES,
  PERMISSIBLE_PURPOSES,
  REPORT_PRODUCTS,
} from "../../protocol/vocabulary.ts";
import { SelectField, TextField, Tick, Ticks } from "../ui/form-fields.tsx";
import type { LinkOptions } from "./link-options.ts";
import { More } from "./more.tsx";
import { optionTexts } from "./option-texts.ts";

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
export const LinkTokenOptions = ({ options, client, hidden }: LinkTokenOptionsProps) => {
  const text = optionTexts(options);
  return (
    <>
      <TextField
        {...text("clientUserId")}
        label="client_user_id, your own id of the user"
        hidden={hidden}
      />
      <TextField
        {...text("redirectUri")}
        label="redirect_uri"
        hint="Your page to which users come back from their institution, as the client's settings have it."
        hidden={hidden}
      />
      <More title="The user that the Item is linked under" hidden={hidden}>
        <TextField {...text("userId")} label="user_id" />
        <TextField
          {...text("userToken")}
          label="user_token"
          hint="A token of the legacy user API, in place of the user_id."
        />
        <Tick name="isMultiItem">The user may connect several Items (enable_multi_item_link)</Tick>
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
          {...text("institutionId")}
          label="institution_id"
          hint="Link opens at this institution in place of the list."
        />
        <Ticks
          name="accountTypes"
          label="Types of accounts (account_filters)"
          all={Object.keys(ACCOUNT_SUBTYPES)}
          chosen={options.accountTypes}
        />
        <TextField
          {...text("transactionDays")}
          label="Days of transactions (transactions.days_requested)"
          hint="1 to 730; all of 24 months by default."
        />
        <TextField
          {...text("statementsFrom")}
          label="First day of statements (statements.start_date)"
          hint="YYYY-MM-DD; the last 24 months by default."
        />
        <TextField {...text("statementsTo")} label="Last day of statements (statements.end_date)" />
      </More>
      <More title="Hosted Link" hidden={hidden}>
        <Tick name="isHosted">Link opens on a page of this server (hosted_link)</Tick>
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
          {...text("daysRequested")}
          label="Days of history"
          hint="1 to 731; default 365."
        />
        <TextField {...text("clientReportId")} label="client_report_id" />
      </More>
      <More title="Update mode" hidden={hidden}>
        <TextField
          {...text("accessToken")}
          label="access_token of the Item"
          hint="With it the products are the Item's."
        />
        <Tick name="accountSelectionEnabled">
          The user chooses the shared accounts again (account_selection_enabled)
        </Tick>
        <Tick name="reauthorizationEnabled">
          The user agrees again to the shared data (reauthorization_enabled)
        </Tick>
      </More>
    </>
  );
};
