import { isDeepStrictEqual } from 'node:util';
import { loadModule } from 'libpg-query';
import { startTestPostgres } from '../../test/servers.ts';
import { services } from '../charts/charts.ts';
import { checkTemplates } from './check-templates.ts';
import { UNWRITTEN } from './columns/unwritten-columns.ts';
import { type ColumnUse, columnUse, unwrittenColumns } from './columns/written-columns.ts';
import { readStatements, type Statement } from './statements/statements.ts';
import { readTemplates } from './statements/templates.ts';

// `npm run sql`: compares PostgreSQL's description of every statement of the services with the
// types that the program has for its rows and values; a column that is read must also be written.
// `npm run sql -- payments` checks only some services, and only types.

const wanted = process.argv.slice(2);
const from = performance.now();
const postgres = await startTestPostgres();
try {
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  const { freshDatabase } = await import('@portal/kit/testing');
  await loadModule();
  const { found, unseen, checker } = readTemplates();
  const wrong = unseen.map((place) => `${place} queries the database without a template`);
  // other checks read statements by the names of their tags
  const placesOf = (list: readonly Statement[]) => list.map(({ place }) => place).sort();
  if (!isDeepStrictEqual(placesOf(readStatements()), placesOf(found)))
    wrong.push('statements found by their names alone are not those that the types show');
  const uses = new Map<string, ColumnUse>();
  for (const service of ['kit', ...services]) {
    if (wanted.length > 0 && !wanted.includes(service)) continue;
    const database = await freshDatabase(service);
    const own = found.filter((template) => template.service === service);
    wrong.push(...(await checkTemplates(database.url, own, checker)));
    if (wanted.length === 0) uses.set(service, await columnUse(database.url, own));
    await database.drop();
  }
  if (wanted.length === 0) wrong.push(...unwrittenColumns(uses, UNWRITTEN));
  for (const line of wrong) process.stdout.write(`${line}\n`);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  process.stdout.write(`${found.length} statements, ${wrong.length} wrong (${seconds} s)\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
