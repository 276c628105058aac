/** The fixed keys of every server of these tests. */
export const KEYS = { client_id: "traffic-client", secret: "traffic-secret-of-tests" };
