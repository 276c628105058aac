import { Success } from "./connected.tsx";
import { CredentialForm } from "./credential.tsx";
import type { RareView } from "./view.ts";

/** The form for account numbers, or for the amounts of the micro-deposits that arrived. */
export const CredentialByHand: RareView<"CREDENTIAL", "by-hand"> = (props) => {
  const { state, text, clientName } = props;
  const texts =
    state.form.purpose === "numbers"
      ? {
          title: text.numbers,
          help: text.numbersHelp(clientName),
          note: text.sharesNumbers(clientName),
        }
      : { title: text.amounts, help: text.amountsHelp, note: null };
  return <CredentialForm {...props} {...texts} />;
};

/** The success of an entry by hand: its numbers have yet to be verified, or are now. */
export const ConnectedByHand: RareView<"CONNECTED", "by-hand"> = (props) => {
  const { state, text, clientName } = props;
  const texts = state.update
    ? { title: text.confirmed, help: text.connectedHelp(clientName) }
    : { title: text.numbersSaved, help: text.depositsToCome(clientName) };
  return <Success {...props} {...texts} />;
};
