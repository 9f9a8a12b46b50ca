import { CATALOGUES, catalogueFaults } from './catalogues.ts';
import { rawTexts } from './raw-texts.ts';

// Checks that every text of the students' pages and of emails is in the catalogue: it is in a macro
// or a call of Lingui, and has its Hebrew with the same values and marks.

const faults = [
  ...rawTexts().map((text) => `web/src: outside the catalogue: ${text}`),
  ...(await Promise.all(CATALOGUES.map(catalogueFaults))).flat(),
];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
