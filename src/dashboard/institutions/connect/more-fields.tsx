import type { IssuerMetadata } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { SelectField, TextField, Tick } from "../../ui/form-fields.tsx";
import { connectField, type FieldProblems, type StoredConnection } from "./form-body.ts";
import { ExtraCertificate, FurtherCertificates } from "./secret-fields.tsx";

const UNITS = {
  customer: "for each customer",
  endpoint: "to each endpoint for each customer",
  client: "for all customers together",
};

const TOKENS = {
  probe: "as a probe of its data API finds",
  off: "Bearer alone",
  on: "bound to a key (DPoP) if its metadata offer that",
};

const DIALECTS = {
  fdx: "FDX",
  uk: "UK Open Banking",
  "berlin-group": "NextGenPSD2 of the Berlin Group",
  cdr: "Consumer Data Standards (Australia)",
};

const PROFILES = {
  none: "OpenID Connect, without a profile",
  fapi1: "FAPI 1 Advanced",
  fapi2: "FAPI 2.0",
};

const APPROACHES: Record<string, string> = {
  oauth: "at its site, by OAuth",
  redirect: "at its site, without OAuth",
  decoupled: "in its app",
  embedded: "by a form of Link",
};

/** Returns the words for an approach to the authorization of consents. */
export const approachText = (approach: string): string => APPROACHES[approach] ?? approach;

/** Returns the operator's earlier choice; by default a probe. */
const tokenChoice = (stored: StoredConnection): keyof typeof TOKENS => {
  if (stored?.dpop_by !== "operator") return "probe";
  return stored.dpop ? "on" : "off";
};

type MoreFieldsProps = {
  id: string | null;
  method: string;
  stored: StoredConnection;
  problems: FieldProblems;
  metadata: IssuerMetadata | null;
};

/** The settings that most institutions do not need. */
export const MoreFields = ({ id, method, stored, problems, metadata }: MoreFieldsProps) => (
  <details class="more">
    <summary>More options</summary>
    <SelectField
      {...connectField("dialect", problems)}
      label="Standard of its data"
      choices={DIALECTS}
      initial={stored?.dialect ?? "fdx"}
    />
    <SelectField
      {...connectField("security", problems)}
      label="Security profile"
      hint="Strict: a connection that does not meet it is refused."
      choices={PROFILES}
      initial={stored?.security ?? "none"}
    />
    <TextField
      {...connectField("data_url", problems)}
      label="Address of the accounts"
      placeholder="https://bank.example/fdx/v6"
      initial={stored?.data_url ?? ""}
      hint="By default the issuer and the path of its standard, such as /fdx/v6."
    />
    <TextField
      {...connectField("scopes", problems)}
      label="Scopes"
      initial={stored?.scopes?.join(" ") ?? ""}
      placeholder={metadata?.needed_scopes.join(" ") ?? ""}
      hint="By default those that it offers and the products need."
    />
    <TextField
      {...connectField("resource", problems)}
      label="Resource indicator"
      initial={stored?.resource ?? ""}
      hint="How it names its data, if it asks for that (RFC 8707)."
    />
    <TextField
      {...connectField("requests_per_day", problems)}
      label="Requests that it allows in 24 hours"
      initial={stored?.requests_per_day?.toString() ?? ""}
      hint="By default any number. A quarter is left to requests of users."
    />
    <SelectField
      {...connectField("requests_counted_by", problems)}
      label="Counted"
      choices={UNITS}
      initial={stored?.requests_counted_by ?? "customer"}
    />
    <SelectField
      {...connectField("dpop", problems)}
      label="Tokens"
      hint="The probe calls its data API with an invalid token, when you save."
      choices={TOKENS}
      initial={tokenChoice(stored)}
    />
    {stored && stored.approaches.length > 1 && (
      <SelectField
        {...connectField("approach", problems)}
        label="Its users authorize a consent"
        choices={Object.fromEntries(stored.approaches.map((each) => [each, approachText(each)]))}
        initial={stored.approach}
      />
    )}
    <TextField
      {...connectField("deviations", problems)}
      label="Deviations of the bank from its standard"
      rows={2}
      placeholder="booking-status=booked"
      initial={stored?.deviations.join("\n") ?? ""}
      hint="One on a line. A check proposes those that it finds."
    />
    <Tick name="own_redirect_uri" initial={stored?.own_redirect_uri ?? false}>
      Its users come back to a redirect URI of its own:{" "}
      <code>
        {location.origin}/oauth/return/{id ?? "<institution_id>"}
      </code>
    </Tick>
    <Tick name="ciba" initial={stored?.flow === "ciba"}>
      Its users approve in its app, while Link waits (OpenID CIBA)
    </Tick>
    <TextField
      {...connectField("authorities", problems)}
      label="Authorities that certify its servers"
      rows={3}
      placeholder="-----BEGIN CERTIFICATE-----"
      initial={stored?.authorities ?? ""}
      hint="As PEM, in addition to the public ones."
    />
    <ExtraCertificate {...{ method, stored, problems }} />
    <FurtherCertificates {...{ stored, problems }} />
  </details>
);
