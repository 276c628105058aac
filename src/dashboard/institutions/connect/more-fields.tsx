import type { IssuerMetadata } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { Field, type FieldProblems, Switch } from "./field.tsx";
import type { StoredConnection } from "./form-body.ts";
import { ExtraCertificate } from "./secret-fields.tsx";

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
    <Field
      name="data_url"
      label="Address of the accounts"
      placeholder="https://bank.example/fdx/v6"
      initial={stored?.data_url}
      problems={problems}
      hint="By default the issuer and /fdx/v6."
    />
    <Field
      name="scopes"
      label="Scopes"
      initial={stored?.scopes?.join(" ")}
      problems={problems}
      placeholder={metadata?.needed_scopes.join(" ") ?? ""}
      hint="By default those that it offers and the products need."
    />
    <Field
      name="resource"
      label="Resource indicator"
      initial={stored?.resource}
      problems={problems}
      hint="How it names its data, if it asks for that (RFC 8707)."
    />
    <Field
      name="requests_per_day"
      label="Requests that it allows in 24 hours"
      initial={stored?.requests_per_day?.toString()}
      problems={problems}
      hint="By default any number. A quarter is left to requests of users."
    />
    <div class="form-field">
      <label for="connect-requests_counted_by">Counted</label>
      <select id="connect-requests_counted_by" class="text" name="requests_counted_by">
        {Object.entries(UNITS).map(([value, text]) => (
          <option key={value} value={value} selected={value === stored?.requests_counted_by}>
            {text}
          </option>
        ))}
      </select>
    </div>
    <div class="form-field">
      <label for="connect-dpop">Tokens</label>
      <select id="connect-dpop" class="text" name="dpop" aria-describedby="connect-dpop-hint">
        {Object.entries(TOKENS).map(([value, text]) => (
          <option key={value} value={value} selected={value === tokenChoice(stored)}>
            {text}
          </option>
        ))}
      </select>
      <p class="lead" id="connect-dpop-hint">
        The probe calls its data API with an invalid token, when you save.
      </p>
    </div>
    <Switch name="own_redirect_uri" initial={stored?.own_redirect_uri ?? false}>
      Its users come back to a redirect URI of its own:{" "}
      <code>
        {location.origin}/oauth/return/{id ?? "<institution_id>"}
      </code>
    </Switch>
    <Switch name="ciba" initial={stored?.flow === "ciba"}>
      Its users approve in its app, while Link waits (OpenID CIBA)
    </Switch>
    <Field
      name="authorities"
      label="Authorities that certify its servers"
      kind="long"
      placeholder="-----BEGIN CERTIFICATE-----"
      initial={stored?.authorities}
      problems={problems}
      hint="As PEM, in addition to the public ones."
    />
    <ExtraCertificate {...{ method, stored, problems }} />
  </details>
);
