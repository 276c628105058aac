type Waiting<Entry, Answer> = {
  entry: Entry;
  resolve: (answer: Answer) => void;
  reject: (failure: unknown) => void;
};

/**
 * Writes entries in one transaction. `isAgain` follows a failed write of the same entries, which
 * may have been committed all the same.
 */
type Write<Entry, Answer> = (
  entries: readonly Entry[],
  isAgain: boolean,
) => Promise<readonly Answer[]>;

/**
 * Groups entries: while one group is written, the next group gathers. `write` returns an answer per
 * entry, in order. After a failure each entry is written alone, so that a bad entry stops no other.
 */
export const gatherWrites = <Entry, Answer>(
  maxAtOnce: number,
  write: Write<Entry, Answer>,
): ((entry: Entry) => Promise<Answer>) => {
  const waiting: Waiting<Entry, Answer>[] = [];
  let isWriting = false;

  const writeAlone = async (
    { entry, resolve, reject }: Waiting<Entry, Answer>,
    isAgain: boolean,
  ) => {
    try {
      const [answer] = await write([entry], isAgain);
      resolve(answer as Answer);
    } catch (failure) {
      reject(failure);
    }
  };

  const writeGroup = async (group: readonly Waiting<Entry, Answer>[]) => {
    const [first, ...others] = group;
    if (first && others.length === 0) return writeAlone(first, false);
    let answers: readonly Answer[];
    try {
      answers = await write(
        group.map(({ entry }) => entry),
        false,
      );
    } catch {
      await Promise.all(group.map((each) => writeAlone(each, true)));
      return;
    }
    for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
  };

  const writeAll = async () => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      // Entries of one turn of the event loop share a group.
      await Promise.resolve();
      await writeGroup(waiting.splice(0, maxAtOnce));
    }
    isWriting = false;
  };

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      void writeAll();
    });
};
