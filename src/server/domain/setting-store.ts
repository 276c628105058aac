/** The port for settings of the server, which are texts by name. */
export type SettingStore = {
  /** Stores a value under a name, unless there is one; returns the stored one. */
  getOrSet(name: string, value: string): Promise<string>;
  /** The value of a name; null if there is none. */
  get(name: string): Promise<string | null>;
  /** Compare-and-set: false, and nothing changed, if the value is not `before`. */
  replace(name: string, before: string | null, value: string): Promise<boolean>;
};
