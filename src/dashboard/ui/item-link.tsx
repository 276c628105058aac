import { hrefOf } from "../session/route.ts";
import { CopyButton } from "./copy-button.tsx";

type ItemLinkProps = { id: string; name?: string | null; scope: URLSearchParams };

/** A link to an Item, by the name of its institution if that is known, with a button that copies its id. */
export const ItemLink = ({ id, name, scope }: ItemLinkProps) => (
  <>
    <a href={hrefOf(`items/${encodeURIComponent(id)}`, scope)}>{name ?? id}</a>{" "}
    {name && <code>{id}</code>} <CopyButton text={id} name="item_id" />
  </>
);
