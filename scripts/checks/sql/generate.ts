import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { root, services } from '../charts/charts.ts';
import { modelsOf, tableTypes, textOf } from './data-model.ts';

// `npm run generate`: writes the types of all tables from the schema.prisma of each service, and
// links kit's tables into its prisma folder, so that Prisma reads a complete schema there.

for (const service of services) {
  const link = `${root}services/${service}/prisma/kit.prisma`;
  if (!existsSync(link)) symlinkSync('../../kit/prisma/kit.prisma', link);
}
for (const service of ['kit', ...services]) {
  const folder = `services/${service}/prisma`;
  const schema = textOf([`${folder}/${service === 'kit' ? 'kit' : 'schema'}.prisma`]);
  writeFileSync(`${root}${folder}/tables.ts`, tableTypes(modelsOf(schema)));
}
