/** A row of a file as it was read: what is in it, or why nothing can be made of it. */
export type FileRow = { line: number } & ({ record: unknown } | { problem: string });

/** A file that cannot be read as what it should be: the message says where and why. */
export class FileError extends Error {}
