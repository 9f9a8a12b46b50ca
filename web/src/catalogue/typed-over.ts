/** The fields in which two forms differ. */
export const differing = <Values extends object>(before: Values, after: Values): (keyof Values)[] =>
  (Object.keys(after) as (keyof Values)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

/** Returns the current values with the ones that were typed over the earlier version. */
export const typedOver = <Values extends object>(
  current: Values,
  seen: Values,
  mine: Values,
): Values => ({
  ...current,
  ...Object.fromEntries(differing(seen, mine).map((field) => [field, mine[field]])),
});

/** The fields of a form that hold something, as a call takes them. */
export const filledOf = (values: object): object =>
  Object.fromEntries(
    Object.entries(values)
      .map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== '' && value !== null),
  );
