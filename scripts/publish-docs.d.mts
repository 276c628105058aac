export const withPublicLinks: (page: string, text: string) => string;
