// Apart from the schema of actions, so that the exam list comes without zod.

/** What can be done with an exam, by the names that a row has for it. */
export const actionNames = [
  'register',
  'schedule',
  'cancelSession',
  'cancel',
  'startExam',
  'startCourse',
  'upload',
  'changeToOnline',
] as const;
export type ActionName = (typeof actionNames)[number];

interface Said {
  action: ActionName;
  allowed: boolean;
}

/** What a row says of an action; undefined when the caller's roles never may, or it is not about such a row. */
export const actionOf = <Action extends Said>(
  { actions }: { actions: readonly Action[] },
  name: ActionName,
): Action | undefined => actions.find(({ action }) => action === name);

export const isAllowed = (row: { actions: readonly Said[] }, name: ActionName): boolean =>
  actionOf(row, name)?.allowed === true;
