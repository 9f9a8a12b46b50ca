/** Returns the fields that have a value: a call leaves fields without one unchanged. */
export const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
