import type { Finding } from "./doctor-report.ts";

/** What a look finds, or that it went wrong and how. */
export const attempt = <T>(what: string, look: () => T): { value: T } | Finding => {
  try {
    return { value: look() };
  } catch (failure) {
    return {
      what,
      is: "wrong",
      says: failure instanceof Error ? failure.message : String(failure),
    };
  }
};
