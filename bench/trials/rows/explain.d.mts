type Plan = { pages: number; ms: number; nodes: string[]; failure?: string };

/** The plans of a query: with its parameters, and planned once for all of them. */
export type Plans = { custom: Plan; generic: Plan };

/** Calls `note` with the plans of each query while `isOn` returns true; returns a function that stops that. */
export declare const explainQueries: (options: {
  isOn: (text: string) => boolean;
  note: (text: string, plans: Plans) => void;
}) => () => void;
