// Writes the tables of docs/operations/capacity.md from the measured costs: `npm run capacity`.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Costs } from './costs.ts';
import { withTables } from './tables.ts';

const costs = JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8')) as Costs;
const document = new URL('../../../docs/operations/capacity.md', import.meta.url);
writeFileSync(document, withTables(readFileSync(document, 'utf8'), costs));
