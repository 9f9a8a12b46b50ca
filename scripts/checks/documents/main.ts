// Checks every document of the repository: names and links in it exist, and pages, paragraphs and
// sentences keep to their lengths. Part of `npm run lint`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../start/paths.ts';
import { lengthFaults, readerFaults } from './lengths.ts';
import { linkFaults } from './links.ts';
import { nameFaults } from './names.ts';
import { parsePage } from './page.ts';
import { readRepository } from './repository.ts';

const repository = readRepository();
const pages = repository.documents.map((path) =>
  parsePage(path, readFileSync(join(ROOT, path), 'utf8')),
);
const faults = [
  ...pages.flatMap((page) => [
    ...lengthFaults(page),
    ...readerFaults(page),
    ...nameFaults(page, repository),
  ]),
  ...linkFaults(pages, repository),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else process.stdout.write(`${pages.length} documents checked\n`);
