import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { root, services } from '../charts/charts.ts';
import { modelsOf, tableTypes, textOf } from './data-model.ts';

// `npm run generate`: writes the types of all tables from the schema.prisma of each service, and
// links kit's tables and migrations into its prisma folder, so that each folder is complete.

const KIT = 'services/kit/prisma';

function link(path: string, target: string): void {
  if (!existsSync(`${root}${path}`)) symlinkSync(target, `${root}${path}`);
}

for (const service of services) {
  const folder = `services/${service}/prisma`;
  link(`${folder}/kit.prisma`, '../../kit/prisma/kit.prisma');
  for (const migration of readdirSync(`${root}${KIT}/migrations`)) {
    mkdirSync(`${root}${folder}/migrations/${migration}`, { recursive: true });
    const file = `migrations/${migration}/migration.sql`;
    link(`${folder}/${file}`, `../../../../kit/prisma/${file}`);
  }
}
for (const service of ['kit', ...services]) {
  const folder = `services/${service}/prisma`;
  const schema = textOf([`${folder}/${service === 'kit' ? 'kit' : 'schema'}.prisma`]);
  writeFileSync(`${root}${folder}/tables.ts`, tableTypes(modelsOf(schema)));
}
