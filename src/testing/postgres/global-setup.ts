import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import { memoryFolder } from "../memory-folder.ts";
import { shareServer } from "./shared-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The socket of the shared server. */
    postgres: string;
  }
}

/** Provides a folder for temporary files, and one PostgreSQL server for all test projects. */
export const setup = ({ provide }: TestProject): (() => Promise<void>) | undefined => {
  process.env.TMPDIR ??= memoryFolder() ?? tmpdir();
  // Each test project runs this file as a separate module.
  const path = process.env[CONTROL];
  if (path !== undefined) {
    provide("postgres", path);
    return undefined;
  }
  const server = shareServer();
  process.env[CONTROL] = server.path;
  provide("postgres", server.path);
  return server.stop;
};

const CONTROL = "TEST_POSTGRES_CONTROL";
