/** Returns the number of event-loop turns that other work gets while `work` runs. */
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

/** Returns the maximum number of map reads and map or set writes of `work` in one turn. */
export const mostLookupsInTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const { add } = Set.prototype;
  const { get, set } = Map.prototype;
  let [inTurn, most, isOver] = [0, 0, false];
  const count = (): void => {
    inTurn += 1;
    most = Math.max(most, inTurn);
  };
  const tick = (): void => {
    inTurn = 0;
    if (!isOver) setImmediate(tick);
  };
  Set.prototype.add = function (value) {
    count();
    return add.call(this, value);
  };
  Map.prototype.get = function (key) {
    count();
    return get.call(this, key);
  };
  Map.prototype.set = function (key, value) {
    count();
    return set.call(this, key, value);
  };
  try {
    tick();
    await work();
  } finally {
    isOver = true;
    Set.prototype.add = add;
    Object.assign(Map.prototype, { get, set });
  }
  return most;
};
