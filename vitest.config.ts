import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "demo/**/*.test.ts",
      "scripts/**/*.test.ts",
      "packages/**/*.test.ts",
      "docs/*.test.ts",
    ],
    // Only what hangs is to end by time; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
