import type { DashboardSecret } from "../../protocol/dashboard/dashboard.ts";
import { Badge } from "../ui/badge.tsx";
import { Time, timeText } from "../ui/time.tsx";
import { productText, secretLabel } from "./secret-label.ts";

type TableProps = {
  secrets: readonly DashboardSecret[];
  ask(about: "change" | "rotate" | "end", secret: DashboardSecret): void;
};

const ACTIONS = [
  ["change", "Edit…", "Edit"],
  ["rotate", "Rotate…", "Rotate"],
  ["end", "End…", "End"],
] as const;

/** Lists the secrets that work. */
export const SecretTable = ({ secrets, ask }: TableProps) => (
  <div class="table list keys">
    <table aria-label="Secrets that work">
      <thead>
        <tr>
          {["Name", "Secret", "May do", "Last used", "Created", "Ends", ""].map((name) => (
            <th key={name} scope="col">
              {name || <span class="visually-hidden">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {secrets.map((secret) => (
          <tr key={secret.secret_id}>
            <td>{secret.name ? <bdi>{secret.name}</bdi> : <span class="none">No name</span>}</td>
            <td data-head="Secret">
              {secret.last_four ? <code>…{secret.last_four}</code> : "not kept"}
            </td>
            <td data-head="May do">
              <Permissions {...secret} />
            </td>
            <td data-head="Last used">
              {secret.used_at === null ? "never" : <Time at={secret.used_at} />}
            </td>
            <td data-head="Created">
              <Time at={secret.created_at} />
            </td>
            <td data-head="Ends">
              {secret.ends_at === null ? "no end" : <End at={secret.ends_at} />}
            </td>
            <td>
              {ACTIONS.map(([about, text, verb]) => (
                <button
                  key={about}
                  type="button"
                  class="link"
                  aria-label={`${verb} the secret ${secretLabel(secret)}`}
                  onClick={() => ask(about, secret)}
                >
                  {text}
                </button>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Shows a secret's permissions in short. The title has all permissions. */
const Permissions = ({ products, read_only, networks }: DashboardSecret) => {
  if (!read_only && products === null && networks.length === 0) return <>Everything</>;
  const names = products?.map(productText) ?? [];
  const [first, ...others] = names;
  return (
    <>
      {read_only && <Badge tone="plain" text="Read only" />}
      {first && (
        <span title={names.join(", ")}>
          <Badge tone="plain" text={others.length ? `${first} + ${others.length}` : first} />
        </span>
      )}
      {networks.length > 0 && (
        <span title={networks.join(", ")}>
          <Badge
            tone="plain"
            text={networks.length === 1 ? `${networks[0]}` : `${networks.length} networks`}
          />
        </span>
      )}
    </>
  );
};

const End = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{timeText(at).slice(0, -3)}</time>
);
