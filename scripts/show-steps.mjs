const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 80;

/**
 * Shows the steps of a build as they end: in a terminal above the running steps, elsewhere as plain
 * lines.
 */
export const showSteps = (output, count) => {
  const began = performance.now();
  const running = new Set();
  let endCount = 0;
  let frame = 0;
  const paint = (code, text) => (output.isTTY ? `\x1b[${code}m${text}\x1b[0m` : text);
  const clear = () => output.isTTY && output.write("\r\x1b[K");
  const draw = () => {
    if (!output.isTTY || running.size === 0) return;
    const line = `  ${FRAMES[frame % FRAMES.length]} ${[...running].join(", ")} …`;
    output.write(line.slice(0, output.columns - 1));
  };
  const line = (text) => {
    clear();
    output.write(`${text}\n`);
    draw();
  };
  const ticking = setInterval(() => {
    frame++;
    clear();
    draw();
  }, FRAME_MS);
  ticking.unref();
  output.write("Building service-link\n");

  return {
    /** Runs a step. Returns whether the step succeeded. */
    run: async (what, step) => {
      const start = performance.now();
      running.add(what);
      clear();
      draw();
      const { failed, said } = await step();
      running.delete(what);
      endCount++;
      const mark = failed ? paint(31, "✗") : paint(32, "✓");
      const number = output.isTTY ? "" : `${endCount}/${count} `;
      line(`  ${mark} ${number}${what} ${paint(2, seconds(start))}`);
      if (said !== "") line(said);
      return !failed;
    },
    end: (done) => {
      clearInterval(ticking);
      line(done ? `Built in ${seconds(began)}` : "The build failed: see above what is wrong");
    },
  };
};

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
