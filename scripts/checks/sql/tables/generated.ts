import { services } from '../../charts/charts.ts';
import { modelsOf, tableTypes, textOf } from './data-model.ts';
import { personalTables } from './personal-tables.ts';

/** The folders with tables. */
export const owners = ['kit', ...services];

/** Returns the text that describes the own tables of a service. */
export const schemaOf = (owner: string): string =>
  textOf([`services/${owner}/prisma/${owner === 'kit' ? 'kit' : 'schema'}.prisma`]);

/** Returns the files that `npm run generate` writes from the schema of a service. */
export function generatedFiles(owner: string): { file: string; text: string }[] {
  const folder = `services/${owner}/prisma`;
  const schema = schemaOf(owner);
  const personal = personalTables(schema);
  return [
    { file: `${folder}/tables.ts`, text: tableTypes(modelsOf(schema)) },
    ...(personal === undefined ? [] : [{ file: `${folder}/personal-tables.ts`, text: personal }]),
  ];
}
