import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { JsonView } from "./json-view.tsx";
import { timeText } from "./time.tsx";

type UnfoldingRowProps = {
  at: number;
  name: string;
  /** Next to the name. */
  children?: ComponentChildren;
  /** The content of the last cell. */
  last: ComponentChildren;
  /** The data below the row; undefined for a row that does not unfold. */
  detail: unknown;
};

/** A row of a table with three columns, whose data unfolds below it. */
export const UnfoldingRow = ({ at, name, children, last, detail }: UnfoldingRowProps) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const time = timeText(at);
  return (
    <>
      <tr>
        <td>
          <time dateTime={new Date(at).toISOString()} title={time}>
            {time.slice(11)}
          </time>
        </td>
        <td>
          {detail === undefined ? (
            <b>{name}</b>
          ) : (
            <button
              type="button"
              class="unfolds"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {name}
            </button>
          )}
          {children}
        </td>
        <td>{last}</td>
      </tr>
      {isOpen && (
        <tr class="opened" id={id}>
          <td colSpan={3}>
            <JsonView value={detail} name={`the data of ${name}`} />
          </td>
        </tr>
      )}
    </>
  );
};
