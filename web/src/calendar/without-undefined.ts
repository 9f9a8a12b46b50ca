/** The fields that have a value: a call that leaves one out says nothing of it. */
export const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
