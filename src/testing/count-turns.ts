/** Returns how many turns of the event loop other work gets while this work runs. */
export const countTurns = async (work: () => Promise<unknown>): Promise<number> => {
  let isOver = false;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
};
