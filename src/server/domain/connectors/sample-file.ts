/** The path of the sandbox's sample file, which this server serves. */
export const SAMPLE_FILE_PATH = "/sandbox/sample-file.ofx";
