import { existsSync } from 'node:fs';
import { clearLeftovers, ownerOf } from './data-folder/data-folder.ts';
import { emptyData } from './seed.ts';
import { readDataDir } from './settings.ts';
import { messageOf, UserError } from './user-error.ts';

// What `npm run reset` runs: empties the data folder, never under a portal that runs.

try {
  const dataDir = readDataDir(process.env);
  if (!existsSync(dataDir)) {
    process.stdout.write(`There is nothing to empty: ${dataDir} does not exist.\n`);
    process.exit(0);
  }
  const owner = ownerOf(dataDir);
  if (owner !== undefined)
    throw new UserError(`The portal runs on ${dataDir} (process ${owner}): stop it first.`);
  if (existsSync(`${dataDir}/run`)) await clearLeftovers(dataDir);
  emptyData(dataDir, []);
  process.stdout.write(`Emptied ${dataDir}.\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
