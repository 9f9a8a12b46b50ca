import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { auditRecords } from '@portal/access/audit-records';
import { root } from './charts/charts.ts';

/** Kit's `table:` are tables of retention; the history names records of the catalogue itself. */
const files = globSync('services/*/src/**/*.ts', { cwd: root }).filter(
  (file) => !file.startsWith('services/catalog/') && !file.endsWith('.test.ts'),
);

test('each record of an audit has a name in the history', () => {
  const audited = files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/\btable: '(\w+)'/g)].map(
      ([, table = '']) => table,
    ),
  );
  expect([...new Set(audited)].sort()).toEqual(Object.keys(auditRecords).sort());
});
