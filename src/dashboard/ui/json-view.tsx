import { CopyButton } from "./copy-button.tsx";

type JsonViewProps = {
  value: unknown;
  /** The name of the whole, for the button that copies it. */
  name: string;
};

/** Fields below this depth are closed at first. */
const OPEN_DEPTH = 2;

/** A value of JSON in colours, whose objects and lists fold, with a button that copies all of it. */
export const JsonView = ({ value, name }: JsonViewProps) => (
  <div class="json">
    <CopyButton text={JSON.stringify(value, null, 2) ?? ""} name={name} />
    <ul>
      <Entry value={value} depth={0} />
    </ul>
  </div>
);

type EntryProps = { field?: string; value: unknown; depth: number };

const Entry = ({ field, value, depth }: EntryProps) => {
  const label = field === undefined ? null : <span class="key">{field}: </span>;
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0)
    return (
      <li>
        {label}
        <span class={typeof value}>{JSON.stringify(value) ?? "undefined"}</span>
      </li>
    );
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  return (
    <li>
      <details open={depth < OPEN_DEPTH}>
        <summary>
          {label}
          {open}
          <small>{entries.length}</small>
          {close}
        </summary>
        <ul>
          {entries.map(([key, each]) => (
            <Entry key={key} {...(isList ? {} : { field: key })} value={each} depth={depth + 1} />
          ))}
        </ul>
      </details>
    </li>
  );
};
