export function linkPaths(cell: string, exists?: (path: string) => boolean): string;
export function mechanismsPage(): string;
