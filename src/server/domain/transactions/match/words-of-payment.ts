import { plainWord } from "./plain-text.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(plainWord));

/**
 * Words that name no party: ways to pay, articles, processors and legal forms, as listed in
 * docs/matching.md.
 */
export const PAYMENT_WORDS = list(
  "card cards checkcard debit credit purchase purchases pos point sale payment payments paymnt pymt pmt visa mastercard maestro " +
    "amex mc girocard contactless recurring auth authorized authorised authorization pending preauth preauthorization preauthorized " +
    "transaction trans txn electronic chip pin signature ref reference no nr num id date time terminal trace seq arn trn " +
    "www http https kartenzahlung karte debitkarte lastschrift sepa kauf zahlung einkauf ec elv paiement carte cb achat achats " +
    "prelevement prlv compra compras tarjeta tarj pago debito cartao multibanco pagamento acquisto carta betaling betaalautomaat " +
    "bea pas kaart kort kop kortkop zakup karta platnosc sq square tst toast sp pp paypal pypl sumup zettle izettle iz stripe " +
    "clover adyen ccv the and of at to from on in for by via de la le les du des el los las der die das den dem il lo et und von " +
    "vom bei im am mit en au aux da do dos del di con van het een inc llc ltd limited corp co gmbh ag kg sa sas sarl spa srl bv " +
    "nv ab as oy plc ltda sl par pour avec sans chez vers contact paiem cartes bancaire su presso pagos cargo recibo " +
    "adeudo domiciliacion movil tpv operacion addebito diretto operazione betaalpas pinbetaling pinnen incasso voor met naar aan " +
    "bij kjop varekjop betalning dankort kortbetalning korttiosto osto platnosci transakcja crd dbt bkcd bankcard recur paid " +
    "processing uhr vpay dd",
);

/**
 * Words for a service, an office or a branch of a company. Texts that differ only by such a word
 * may be of one company.
 */
export const SERVICE_WORDS = list(
  "eats prime music video tv gas fuel pharmacy parking library court water bill store stores shop insurance mobile wireless cloud " +
    "plus premium gift travel fresh cash loan mortgage rent rental online marketplace web auto tire optical photo deli garden " +
    "express business bank delivery tickets pay health games books home outlet go pro",
);

/** Words of a transfer, which may go to a person or a company. */
export const TRANSFER_WORDS = list(
  "transfer transfers wire zelle venmo bizum swish twint vipps mobilepay payout payouts uberweisung virement transferencia " +
    "bonifico overboeking przelew etransfer wise revolut remittance sent received",
);

/** Words before a card's number. */
export const CARD_WORDS = list(
  "card visa mastercard maestro amex karte debitkarte girocard carte tarjeta tarj cartao carta kaart kort karta",
);

/** Words before a reference. */
export const REFERENCE_WORDS = list("ref reference auth trace terminal pos trn txn arn seq");

/** Words of a cheque, which only its number identifies. */
export const CHEQUE_WORDS = list("check cheque cheques scheck");

/** Words of a fuel pump, which holds an amount before the final amount is known. */
export const FUEL_WORDS = list(
  "fuel gas gasoline petrol oil station tankstelle benzin carburant essence gasolinera gasolina diesel shell chevron exxon mobil " +
    "bp esso aral texaco citgo sunoco valero arco repsol orlen galp eni engen",
);
