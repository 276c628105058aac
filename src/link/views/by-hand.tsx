import type { ComponentChild } from "preact";
import type { RareWords } from "../../i18n/catalogue.ts";
import { isRoutingNumber } from "../../protocol/routing-number.ts";
import type { RoutedBank } from "../machine/states.ts";
import { CredentialForm } from "./credential.tsx";
import type { RareView } from "./view.ts";

/** The field that names the bank by number. */
const ROUTING = "routing_number";

/** The form for account numbers, or for the amounts of the micro-deposits that arrived. */
export const CredentialByHand: RareView<"CREDENTIAL", "by-hand"> = (props) => {
  const { state, send, text, clientName } = props;
  if (state.form.purpose === "amounts")
    return <CredentialForm {...props} title={text.amounts} help={text.amountsHelp} note={null} />;
  const [routing, account] = state.form.fields;
  return (
    <CredentialForm
      {...props}
      title={text.numbers}
      help={text.numbersHelp(clientName)}
      note={text.sharesNumbers(clientName)}
      picture={
        routing?.name === ROUTING &&
        account && <Cheque title={text.cheque} routing={routing.label} account={account.label} />
      }
      hint={{
        name: ROUTING,
        text: bankText(state.bank, text),
        onType: (input) => {
          const number = input.value.replace(/[\s-]/g, "");
          const isWhole = number.length > 8;
          const isWrong = isWhole && !isRoutingNumber(number);
          // The field removes its mark at each change.
          if (isWrong) input.setAttribute("aria-invalid", "true");
          send({ type: "number.typed", number: isWhole ? number : "", isWrong });
        },
      }}
    />
  );
};

function bankText(bank: RoutedBank | undefined, text: RareWords["by-hand"]): ComponentChild {
  if (!bank) return "";
  if (bank.isWrong) return <span class="refusal">{text.wrongRouting}</span>;
  return bank.name === null ? text.unknownBank : (bank.name ?? "");
}

type ChequeProps = { title: string; routing: string; account: string };

/** A cheque with both numbers at the bottom. */
const Cheque = ({ title, routing, account }: ChequeProps) => (
  <svg class="cheque" viewBox="0 0 342 58" role="img" aria-label={title}>
    <path d="M9 1h324a8 8 0 0 1 8 8v40a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8V9a8 8 0 0 1 8-8zM16 14h50M270 14h56" />
    <text x="16" y="31">
      {routing}
    </text>
    <text x="326" y="31" text-anchor="end">
      {account}
    </text>
    <text x="16" y="48" class="digits">
      123456789
    </text>
    <text x="326" y="48" text-anchor="end" class="digits">
      000123456
    </text>
  </svg>
);
