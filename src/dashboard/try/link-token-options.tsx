import { PERMISSIBLE_PURPOSES, REPORT_PRODUCTS } from "../../protocol/vocabulary.ts";
import { More, SelectField, TextField, Tick, Ticks } from "./fields.tsx";
import type { LinkOptions } from "./link-options.ts";

const PURPOSE_CHOICES = {
  "": "None",
  ...Object.fromEntries(PERMISSIBLE_PURPOSES.map((purpose) => [purpose, purpose])),
};

type LinkTokenOptionsProps = { options: LinkOptions; hidden: boolean };

/** The options that a link token alone has. */
export const LinkTokenOptions = ({ options, hidden }: LinkTokenOptionsProps) => (
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
        hint="Of the legacy user API, in place of the user_id."
        options={options}
      />
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
        hint="1 to 731; 365 where it is left out."
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
        label="The user chooses anew which accounts to share (account_selection_enabled)"
      />
    </More>
  </>
);
