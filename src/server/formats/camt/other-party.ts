/** The path of a payment within its entry. */
export const DETAILS = "NtryDtls/TxDtls/";

/** The values of an element by path. */
type Fields = ReadonlyMap<string, string>;

/** The name and the account of a party; null if an entry lacks them. */
export type Party = { name: string | null; account: string | null };
/** No party, as an entry of several payments has. */
export const NO_PARTY: Party = { name: null, account: null };

/**
 * The party on the other side: the creditor of a payment that leaves the account, else the debtor.
 * A returned payment keeps the parties of its first way, so they swap. It is never the account's
 * holder, and has the name of the ultimate party, for whom a service pays or is paid.
 */
export function otherParty(entry: Fields, statement: Fields, isOut: boolean): Party {
  const isReturn = RETURN_MARKS.some((path) => entry.has(path)) || entry.get("RvslInd") === "true";
  const holder = { name: statement.get("Acct/Ownr/Nm"), account: statement.get("Acct/Id/IBAN") };
  const isHolder = ({ name, account }: Party): boolean =>
    account !== null && holder.account !== undefined
      ? account === holder.account
      : name !== null && name.toLowerCase() === holder.name?.toLowerCase();
  const partyOf = (role: "Cdtr" | "Dbtr"): Party => {
    const first = (...paths: string[]) =>
      paths.map((path) => entry.get(`${DETAILS}RltdPties/${path}`)).find((value) => value) ?? null;
    const own = {
      name: first(`${role}/Nm`, `${role}/Pty/Nm`),
      account: first(`${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`),
    };
    const ultimate = first(`Ultmt${role}/Nm`, `Ultmt${role}/Pty/Nm`);
    const isOwn = ultimate === null || isHolder({ name: ultimate, account: null });
    return isOwn || isHolder(own) ? own : { ...own, name: ultimate };
  };
  const roles = isOut === isReturn ? (["Dbtr", "Cdtr"] as const) : (["Cdtr", "Dbtr"] as const);
  const others = roles.map(partyOf).filter((party) => !isHolder(party));
  return others.find(({ name }) => name !== null) ?? others[0] ?? NO_PARTY;
}

/** The elements of a returned payment. */
const RETURN_MARKS = ["NtryDtls/TxDtls/RtrInf/Rsn/Cd", "NtryDtls/TxDtls/RtrInf/Rsn/Prtry"];
