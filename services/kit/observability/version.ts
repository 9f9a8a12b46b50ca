import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version of the portal that this process runs: `version` of the root `package.json`. */
export const VERSION: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
