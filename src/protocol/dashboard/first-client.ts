/** The name of the client of a first start, until somebody names it. */
export const FIRST_CLIENT_NAME = "First client";
