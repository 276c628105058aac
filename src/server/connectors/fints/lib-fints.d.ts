/**
 * The part of lib-fints that writes and signs messages. The rest has no types here: its transport
 * uses the global fetch, and its parsers print to the console and turn amounts into numbers.
 */
declare module "lib-fints" {
  export type Segment = { header: { segId: string; segNr: number; version: number } };

  export class CustomerMessage {
    constructor(dialogId: string, msgNr: number);
    /** Signs with the PIN, and optionally with a TAN. Method 999 has no TAN. */
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
