export const GROUPS: {
  name: string;
  about: string;
  pages: [file: string, title: string, contents: string][];
}[];
export function indexPage(): string;
