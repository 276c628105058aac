/** How many samples a property test takes: a tenth of all, and all in `npm run test:endurance`. */
export const samples = (all: number): number =>
  process.env.TEST_SAMPLES === "all" ? all : Math.ceil(all / 10);
