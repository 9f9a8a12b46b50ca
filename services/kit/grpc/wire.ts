/**
 * An object of the database with its empty fields left out, as messages want it: a missing value is
 * absent there, never null.
 */
export type Present<T> = {
  [K in keyof T]: Exclude<T[K], null> | (null extends T[K] ? undefined : never);
};

/** Turns every null of an object into undefined. */
export function present<T extends object>(row: T): Present<T> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value ?? undefined]),
  ) as Present<T>;
}
