/**
 * The number of samples of a property test: a tenth by default, all in `npm run test:endurance`.
 */
export const samples = (all: number): number =>
  process.env.TEST_SAMPLES === "all" ? all : Math.ceil(all / 10);
