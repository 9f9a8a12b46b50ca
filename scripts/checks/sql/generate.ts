import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { root, services } from '../charts/charts.ts';
import { generatedFiles, owners } from './tables/generated.ts';

// `npm run generate`: writes the types of all tables and the treatment of personal data from the
// schema.prisma of each service, and links kit's tables into its prisma folder, so that Prisma
// reads a complete schema there.

for (const service of services) {
  const link = `${root}services/${service}/prisma/kit.prisma`;
  if (!existsSync(link)) symlinkSync('../../kit/prisma/kit.prisma', link);
}
for (const { file, text } of owners.flatMap(generatedFiles)) writeFileSync(`${root}${file}`, text);
