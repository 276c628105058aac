/** Is called with the share of a file that is read, from 0 to 1. */
export type OnRead = (share: number) => void;

/** How many steps of a file are told. */
const STEPS = 50;

/** Returns a function that tells the share of a text that is read up to a place, once for each step. */
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
