import type { Customer } from "./types.d.mts";

/** Everybody's password. */
export declare const PASSWORD: string;

/** The bank's customers. */
export declare const CUSTOMERS: readonly Customer[];

export declare function findCustomer(id: string): Customer | undefined;

/** The customer with a login name. */
export declare function customerByLogin(login: string): Customer | undefined;

/** The customer of a login name and password; undefined if they do not match. */
export declare function authenticate(login: string, password: string): Customer | undefined;
