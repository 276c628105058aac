import { Fault } from "../fault.ts";

const MESSAGE = "the client moves to another cell, or has moved there; try again in a few seconds";
const RETRY_MS = 2000;

/** The refusal for a client that is moving between cells, or has left for the named cell. */
export class ClientElsewhere extends Fault {
  readonly cell: string | null;

  constructor(cell: string | null) {
    super("SERVICE_UNAVAILABLE", { message: MESSAGE, retryAfterMs: RETRY_MS });
    this.cell = cell;
  }
}
