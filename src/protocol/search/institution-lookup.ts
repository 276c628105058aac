/** An institution_id; a routing number or sort code, also in groups; or a host name, also as a part of a URL. */
const LOOKUP = /^\s*(ins_\d+|\d[\d -]{4,}\d|[^\s.]\S*\.\p{L}{2,}\S*)\s*$/u;

/** Whether a query looks like an institution_id, a routing number or a web address, by which only the server finds institutions. */
export const isLookup = (query: string): boolean => LOOKUP.test(query);
