import { CopyButton } from "./copy-button.tsx";

/** The characters that stay at the beginning and at the end. */
const FIRST = 6;
const LAST = 4;

/** An id in a list, cut in the middle, with a button that copies all of it. */
export const ShortId = ({ id, name }: { id: string; name: string }) => (
  <span class="id">
    <code title={id}>{id.length > FIRST + LAST + 2 ? cut(id) : id}</code>
    <CopyButton text={id} name={name} />
  </span>
);

const cut = (id: string): string => `${id.slice(0, FIRST)}…${id.slice(-LAST)}`;
