export function withPublicLinks(page: string, text: string): string;
export function publicAddress(page: string, link: string): string;
