/** The query of a table, by the names of its own fields. */
export type FilterQuery = Readonly<Record<string, unknown>>;

/** Returns the query without empty fields. */
export const filledIn = (query: FilterQuery): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

/** Returns the table's fields of these names; skips fields of an earlier release. */
export const textsIn = <Name extends string>(
  query: FilterQuery,
  names: readonly Name[],
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  ) as Partial<Record<Name, string>>;

/** Words by their values, as choices. */
export const choicesOf = <Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value: value as Value, label }));

/** Returns the value when it is one of these; else nothing. */
export const oneOf = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  value: string | undefined,
): Value | undefined =>
  value !== undefined && Object.hasOwn(words, value) ? (value as Value) : undefined;
