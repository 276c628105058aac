/// <reference types="vite/client" />
import type { ViewName } from "../../protocol/vocabulary.ts";
import { enLater } from "../i18n/en-later.ts";
import { Connected } from "./connected.tsx";
import { ConnectionError } from "./connection-error.tsx";
import { Credential } from "./credential.tsx";
import { Exit } from "./exit.tsx";
import { Mfa } from "./mfa.tsx";
import { SelectAccount } from "./select-account.tsx";
import type { FirstViews, LaterView, View, Views } from "./view.ts";

export { default as style } from "./later.css?inline";

/**
 * The views that nobody sees before choosing an institution: with their style and their English they
 * are one chunk, fetched after the first paint.
 */
export const laterViews: Omit<Views, keyof FirstViews> = {
  CONNECTED: withAllWords(Connected),
  CREDENTIAL: withAllWords(Credential),
  ERROR: withAllWords(ConnectionError),
  EXIT: withAllWords(Exit),
  MFA: withAllWords(Mfa),
  SELECT_ACCOUNT: withAllWords(SelectAccount),
};

/** A language that is not English has brought all its words along, and they win. */
function withAllWords<V extends ViewName>(view: LaterView<V>): View<V> {
  return (props) => view({ ...props, text: { ...enLater, ...props.text } });
}
