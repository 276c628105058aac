import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaultSwitches } from "./faults/switches.d.mts";
import type { BankClient, Directory, Ledger } from "./server.d.mts";

/** The bank behind its address: a handler of its requests. */
export declare const createBank: (options: {
  issuer: string;
  clients: readonly BankClient[];
  file?: string | undefined;
  clock: () => number;
  switches: FaultSwitches;
  tlsOrigin?: string | undefined;
  consentDays: number;
  remembersSignIns: boolean;
  ledger?: Ledger | undefined;
  standard?: "fdx" | "uk" | "berlin-group" | undefined;
  profile?: "fapi1" | "fapi2" | undefined;
  directory?: Directory | undefined;
}) => Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>>;
