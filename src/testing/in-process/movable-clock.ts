export type MovableClock = {
  /** Returns the time in ms since 1970. */
  now(): number;
  /** Sets the time; a stopped clock stays stopped. */
  set(time: number): void;
  /** Returns to the time of the start. */
  restart(): void;
  /** Runs after the clock was moved. */
  moved(): void;
};

/**
 * Creates a clock stopped at `start`. If `start` is undefined, the clock runs with the system's
 * clock.
 */
export const createClock = (start: number | undefined): MovableClock => {
  let fixed = start;
  let offset = 0;
  const now = () => fixed ?? Date.now() + offset;
  return {
    now,
    set: (time) => {
      if (fixed === undefined) offset = time - Date.now();
      else fixed = time;
    },
    restart: () => {
      fixed = start;
      offset = 0;
    },
    moved: () => {},
  };
};
