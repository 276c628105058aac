/** A gate for what a journey holds back: who waits for `opened` goes on once it is opened. */
export const createGate = (): { opened: Promise<void>; open(): void } => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};
