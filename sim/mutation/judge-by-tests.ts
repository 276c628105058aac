import { z } from "zod";
import { runLimited } from "./run-limited.ts";

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A failed test, and its file. */
export type FailedTest = { file: string; name: string };

/** The seconds of CPU after which tests never end. */
const CPU_SECONDS = 90;

/** Runs unit test files of a copy until a test fails; null if all pass. */
export const failedTest = async (
  copy: string,
  files: readonly string[],
): Promise<FailedTest | null> => {
  const [first] = files;
  if (first === undefined) return null;
  const { out, code } = await runLimited(
    copy,
    ["node_modules/vitest/vitest.mjs", "run", "--project=node", "--bail=1", ...OUTPUT, ...files],
    // Bundling the thread would take longer than the few tests that load it.
    { cpuSeconds: CPU_SECONDS, env: { TEST_THREAD_BUNDLE: "" } },
  );
  if (code === 0) return null;
  const report = readReport(out);
  const failed = report?.testResults.find(({ status }) => status === "failed");
  if (!failed) return { file: first, name: "the tests never end" };
  const file = failed.name.replaceAll("\\", "/").replace(/^.*?\/(?=src\/)/, "");
  const test = failed.assertionResults.find(({ status }) => status === "failed");
  return { file, name: test?.fullName ?? "the file does not load" };
};

const OUTPUT = ["--reporter=json"];

function readReport(out: string): z.infer<typeof Report> | undefined {
  const text = out.slice(out.indexOf('{"numTotalTestSuites'));
  try {
    return Report.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
