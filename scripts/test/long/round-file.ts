import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../start/paths.ts';
import type { LongRound } from './results.ts';

const FILE = join(ROOT, 'docs/testing/long-suite.json');

/** The round of the long suite that this repository has on record. */
export const readRound = (): LongRound => JSON.parse(readFileSync(FILE, 'utf8')) as LongRound;

/** Puts a round on record, for a commit. */
export const writeRound = (round: LongRound): void =>
  writeFileSync(FILE, `${JSON.stringify(round, null, 2)}\n`);
