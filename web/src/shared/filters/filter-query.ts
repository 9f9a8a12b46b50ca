/** What a table asks for, by the names of its own fields. */
export type FilterQuery = Readonly<Record<string, unknown>>;

/** Without what asks for nothing. */
export const filledIn = (query: FilterQuery): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );

/** The fields that a table has by these names; others were of a release before, and are left out. */
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
