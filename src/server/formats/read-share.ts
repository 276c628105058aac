/** Called with the read share of a file, from 0 to 1. */
export type OnRead = (share: number) => void;

/** The number of progress reports per file. */
const STEPS = 50;

/** Returns a function that reports the share of a text up to a position, once per step. */
export const shareOf = (length: number, onRead?: OnRead): ((place: number) => void) => {
  if (!onRead) return () => undefined;
  const step = Math.max(1, length / STEPS);
  let next = step;
  return (place) => {
    if (place < next) return;
    onRead(Math.min(1, place / length));
    next = place + step;
  };
};
