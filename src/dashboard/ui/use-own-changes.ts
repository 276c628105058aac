import { useEffect, useRef, useState } from "preact/hooks";
import type { Controller } from "../session/controller.ts";
import type { Action } from "./use-action.tsx";

/** The changes that a form makes, and the values that they replace, as its user saw them. */
type OwnChanges<Fields> = { changes: Partial<Fields>; expected: Partial<Fields> };

/**
 * Returns a function that compares a form's fields with the stored ones: only fields that its user changed
 * are sent, so that two users of one form do not undo each other's changes. If the server reports that a
 * field was changed elsewhere, the new values count as seen.
 */
export function useOwnChanges<Fields extends object>(
  controller: Controller,
  stored: Fields,
  { result }: Pick<Action<unknown>, "result">,
): (fields: Fields) => OwnChanges<Fields> {
  const [seen, setSeen] = useState(stored);
  const current = useRef(stored);
  current.current = stored;
  useEffect(() => {
    if (result?.kind === "success") setSeen(stored);
    if (result?.code === "STALE_FIELD")
      void controller.reload().then(() => setSeen(current.current));
  }, [result, result?.kind === "success" && JSON.stringify(stored)]);
  return (fields) => {
    const isChanged = ([name, value]: [string, unknown]): boolean =>
      JSON.stringify(value) !== JSON.stringify(stored[name as keyof Fields]);
    const names = Object.entries(fields)
      .filter(isChanged)
      .map(([name]) => name);
    return { changes: pick(fields, names), expected: pick(seen, names) };
  };
}

const pick = <Fields extends object>(fields: Fields, names: readonly string[]): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => names.includes(name)),
  ) as Partial<Fields>;

/** Shown if no field differs from what is stored. */
export const NOTHING_CHANGED = "Nothing was changed, so there is nothing to save.";
