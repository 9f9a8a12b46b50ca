// Only proto/access names roles: everything else checks permissions, and every permission is
// checked somewhere.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PERMISSIONS } from '@portal/access/permissions';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['proto', 'services', 'bff', 'web', 'scripts', 'charts', 'deploy'];
/**
 * Where a role may be named: its package, data generators, and tests of the portal from outside.
 */
const MAY_NAME_ROLES =
  /^proto\/access\/|\.test\.tsx?$|(^|\/)testing(\.ts$|\/)|\/prisma\/|\/demo\/|^scripts\/(seed|portal|e2e|bench|chaos|load|rolling|simulation|runbooks)\//;

const files = globSync(`{${SOURCES.join(',')}}/**/*.{ts,tsx,mjs,proto,sql,yaml,json}`, {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist|gen|\.data)$/.test(path),
}).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

test('no role is named outside proto/access', () => {
  expect(files.length).toBeGreaterThan(1000);
  const named = files.filter(
    ({ path, text }) => /ROLE_[A-Z]/.test(text) && !MAY_NAME_ROLES.test(path),
  );
  expect(named.map(({ path }) => path)).toEqual([]);
});

test('an RPC, a call or a rule checks each permission', () => {
  const sources = files.filter(({ path }) => !/\.test\.tsx?$|^proto\/access\//.test(path));
  const all = sources.map(({ text }) => text).join('\n');
  const idle = Object.keys(PERMISSIONS).filter((name) => !new RegExp(`['"]${name}['"]`).test(all));
  expect(idle).toEqual([]);
});
