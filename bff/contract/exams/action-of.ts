// Apart from the schema of actions, so that the exam list comes without zod.

/** The actions on an exam, by the names that a row has for them. */
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

interface ActionStatement {
  action: ActionName;
  allowed: boolean;
}

/**
 * Returns the entry of a row for an action; undefined when the caller's roles never may, or it does
 * not apply to such a row.
 */
export const actionOf = <Action extends ActionStatement>(
  { actions }: { actions: readonly Action[] },
  name: ActionName,
): Action | undefined => actions.find(({ action }) => action === name);

export const isAllowed = (
  row: { actions: readonly ActionStatement[] },
  name: ActionName,
): boolean => actionOf(row, name)?.allowed === true;
