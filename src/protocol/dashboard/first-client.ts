/** The name of the first start's client, until the operator changes it. */
export const FIRST_CLIENT_NAME = "First client";
