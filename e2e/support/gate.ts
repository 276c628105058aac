/** Creates a gate that holds a journey's requests. `opened` resolves when the gate opens. */
export const createGate = (): { opened: Promise<void>; open(): void } => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};
