/**
 * The part of lib-fints that is used: it writes and signs messages. Its transport uses the global fetch, and its parsers
 * print to the console and make numbers of amounts, so nothing else of it compiles here.
 */
declare module "lib-fints" {
  export type Segment = { header: { segId: string; segNr: number; version: number } };

  export class CustomerMessage {
    constructor(dialogId: string, msgNr: number);
    /** Signs with the PIN, and with a TAN; 999 is the method without one. */
    sign(
      countryCode: number,
      bankId: string,
      userId: string,
      pin: string,
      systemId?: string,
      tanMethodId?: number,
      tan?: string,
    ): void;
    addSegment(segment: Segment): void;
    /** Returns the message, a byte in each character. */
    encode(): string;
  }
}
