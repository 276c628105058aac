/** Creates a gate that holds a journey's requests: `opened` resolves once it is opened. */
export const createGate = (): { opened: Promise<void>; open(): void } => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};
