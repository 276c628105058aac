export function renderPage(
  text: string,
  hrefOf: (link: string) => string,
): {
  html: string;
  title: string;
  sections: { depth: number; anchor: string; heading: string; words: string }[];
};
