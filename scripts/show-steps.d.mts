type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown };
type Step = () => Promise<{ failed: boolean; said: string }>;

export const showSteps: (
  output: Output,
  count: number,
) => { run(what: string, step: Step): Promise<boolean>; end(done: boolean): void };
