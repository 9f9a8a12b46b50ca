import type { EarlierImport } from './api.ts';

/** The states by which earlier imports can be filtered, with their labels. */
export const importStates = {
  undoable: 'Can be undone',
  undone: 'Undone',
} as const;

export interface ImportFilter {
  /** By its name. */
  school: string | undefined;
  state: keyof typeof importStates | undefined;
}

/** Returns the imports of a school or in a state; the 200 newest are already loaded (C-O36). */
export const shownImports = (
  imports: readonly EarlierImport[],
  { school, state }: ImportFilter,
): EarlierImport[] =>
  imports.filter(
    ({ schoolName, mayUndo, undoneAt }) =>
      (school === undefined || schoolName === school) &&
      (state === undefined || (state === 'undone' ? undoneAt !== null : mayUndo)),
  );

/** The schools that students were brought to, by name, as choices. */
export const schoolsOf = (imports: readonly EarlierImport[]): { value: string; label: string }[] =>
  [...new Set(imports.map(({ schoolName }) => schoolName))]
    .sort((one, other) => one.localeCompare(other))
    .map((name) => ({ value: name, label: name }));
