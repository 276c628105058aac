import type { IssuerMetadata } from "../../../protocol/dashboard-institutions.ts";
import { Badge } from "../../ui/badge.tsx";
import { Properties } from "../../ui/details.tsx";
import { METHODS } from "./secret-fields.tsx";

/** What an issuer's metadata says: what is missing first, then what it offers. */
export const IssuerFacts = ({ metadata }: { metadata: IssuerMetadata }) => {
  const { problem, problems, authentications, scopes, needed_scopes, features } = metadata;
  if (problem !== null)
    return (
      <div class="issuer" role="status">
        <p class="notice failure">{problem}</p>
        <p class="lead">
          You can connect it all the same; nobody can sign in there before it can be read.
        </p>
      </div>
    );
  return (
    <div class="issuer" role="status">
      <p>
        <Badge
          tone={problems.length === 0 ? "good" : "warn"}
          text={problems.length === 0 ? "has all that is needed" : `lacks ${countText(problems)}`}
        />
      </p>
      {problems.length > 0 && (
        <ul class="findings">
          {problems.map(({ what, found, fix, is_wrong }) => (
            <li key={what}>
              <Badge tone={is_wrong ? "bad" : "warn"} text={is_wrong ? "wrong" : "consider"} />{" "}
              {what}: {found}
              <small>What would be right: {fix}</small>
            </li>
          ))}
        </ul>
      )}
      <Properties
        of={[
          ["Client authentication", authentications.map((one) => METHODS[one] ?? one).join("; ")],
          ["Scopes that it offers", scopes?.join(" ") ?? "it does not say"],
          ["Scopes that users are asked for", needed_scopes.join(" ")],
          ["Also offered, and used", features.join(", ")],
        ]}
      />
      <details class="more">
        <summary>Endpoints</summary>
        <Properties of={metadata.endpoints.map(({ name, url }) => [name, url] as const)} />
      </details>
    </div>
  );
};

const countText = ({ length }: readonly unknown[]): string =>
  length === 1 ? "one thing" : `${length} things`;
