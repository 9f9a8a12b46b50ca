import { type Field, type Model, modelsOf } from './data-model.ts';

/** The treatments of a column about students (docs/concepts/personal-data.md). */
const TREATMENTS = ['kept', 'blanked', 'office', 'secret', 'hidden'];
/** Marks a table without rows about students, and its columns about other people. */
const IMPERSONAL = 'impersonal';

/** Names that only a column about a person has. */
const OF_A_PERSON =
  /^(student_id|first_name|last_name|maiden_name|dob|last4_ssn|email|phone|cellphone|address|tti_student_id|tal_student_id)$/;

const nameOf = ({ name, dbName }: Pick<Model, 'name' | 'dbName'>): string => dbName ?? name;
const isImpersonal = ({ markers }: Model): boolean => markers.includes(IMPERSONAL);

/** Returns what is wrong with the markers of a column, or undefined. */
function wrongMarkers(field: Field, isOfStudents: boolean): string | undefined {
  const [marker, ...others] = field.markers;
  if (others.length > 0) return 'has more than one marker';
  if (isOfStudents)
    return TREATMENTS.includes(marker ?? '')
      ? undefined
      : `needs one of @${TREATMENTS.join(', @')}`;
  if (marker === undefined)
    return OF_A_PERSON.test(nameOf(field)) ? `looks personal and is not @${IMPERSONAL}` : undefined;
  return marker === IMPERSONAL ? undefined : `is marked in a table that is @${IMPERSONAL}`;
}

/** Returns every column whose comment does not say how exports and blanking treat it. */
export const undecidedColumns = (models: readonly Model[]): string[] =>
  models.flatMap((model) =>
    model.fields.flatMap((field) => {
      const wrong = wrongMarkers(field, !isImpersonal(model));
      return wrong === undefined ? [] : [`${nameOf(model)}.${nameOf(field)} ${wrong}`];
    }),
  );

/** Returns whether `student_id` names the student of each row, and an index finds rows by it. */
const namesStudent = ({ fields, indexed }: Model): boolean =>
  fields.some(
    (field) => nameOf(field) === 'student_id' && field.isRequired && indexed.includes(field.name),
  );
const hasMarker = ({ fields }: Model, ...markers: string[]): boolean =>
  fields.some((field) => markers.includes(field.markers[0] ?? ''));

/** Returns the statements on tables whose rows name their student, as TypeScript. */
function rowFunctions(about: readonly Model[]): string {
  const named = about.filter(namesStudent);
  const exported = named.filter((model) => hasMarker(model, 'kept', 'blanked', 'office'));
  const removed = named.filter((model) => !hasMarker(model, 'kept', 'hidden'));
  const selects = exported.map((model, index) => {
    const name = nameOf(model);
    const [as, row] = index === 0 ? [' AS name', ' AS row'] : ['', ''];
    return `SELECT '${name}'${as}, to_jsonb(t)${row} FROM ${name} t\n    WHERE t.student_id = \${studentId}\n`;
  });
  const deletes = removed.map(
    (model) =>
      `  await sql.run\`DELETE FROM ${nameOf(model)} WHERE student_id = \${studentId}\`;\n`,
  );
  return [
    ...(selects.length === 0
      ? []
      : [
          '\n/** Reads the rows of all tables in which each row names its student. */\n',
          'export const rowsOfStudent = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>\n',
          `  sql.many<PersonalRow>\`\n    ${selects.join('    UNION ALL\n    ')}`,
          '    -- never null: name, row`;\n',
        ]),
    ...(deletes.length === 0
      ? []
      : [
          '\n/** Deletes the rows of all such tables without a column that is kept. */\n',
          'export async function deleteRowsOfStudent(sql: Sql, studentId: number): Promise<void> {\n',
          ...deletes,
          '}\n',
        ]),
  ].join('');
}

const HEADER =
  '// How exports and blanking treat each column about students, generated from schema.prisma by\n' +
  '// `npm run generate`.\n\n';

/** Returns the tables about students as TypeScript, or undefined if the schema has none. */
export function personalTables(schema: string): string | undefined {
  const about = modelsOf(schema).filter((model) => !isImpersonal(model));
  if (about.length === 0) return undefined;
  const tables = about.map((model) => {
    const columns = model.fields.map(
      (field) => `    ${nameOf(field)}: '${field.markers[0] ?? ''}',\n`,
    );
    return `  ${nameOf(model)}: {\n${columns.join('')}  },\n`;
  });
  const functions = rowFunctions(about);
  const imports = [
    ...(functions === '' ? [] : ["import type { Sql } from '@portal/kit/database/database';\n"]),
    ...(functions.includes('PersonalRow')
      ? ["import type { PersonalRow } from '@portal/kit/personal-data/export-student';\n"]
      : []),
    ...(functions === '' ? [] : ['\n']),
  ];
  return [
    HEADER,
    ...imports,
    `export const personalTables = {\n${tables.join('')}} as const;\n`,
    functions,
  ].join('');
}
