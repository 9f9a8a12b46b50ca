// `first-admin` killed at each failpoint and repeated. R-601
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { ROOT } from '../start/paths.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const HOOK = join(ROOT, 'scripts/e2e/faults/harness/die-at-mark.mjs');
const COMMAND = join(ROOT, 'services/identity/src/staff/first-admin.ts');
const RUTH = ['--email', 'ruth@jse.test', '--name', 'Ruth Hoffman', '--print-link'];
const LINK = /https:\/\/portal\.test\/admin\/create\/\S+/g;

let db: TestDatabase;
let folder = '';
beforeEach(async () => {
  db = await freshDatabase('identity');
  folder = temporaryFolder('first-admin');
  mkdirSync(join(folder, 'die-at'));
});
afterEach(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
}

/** Runs the command, killed at a failpoint where one is named. */
function run(failpoint?: string): Promise<Ended> {
  if (failpoint) writeFileSync(join(folder, 'die-at', `first-admin ${failpoint}`), 'SIGKILL');
  const child = spawn(process.execPath, ['--import', HOOK, COMMAND, ...RUTH], {
    env: {
      ...process.env,
      DATABASE_URL: db.url,
      PUBLIC_URL: 'https://portal.test',
      PART: 'first-admin',
      MARKS_TO_DIE_AT: join(folder, 'die-at'),
      MARKS_SEEN: join(folder, 'seen'),
    },
  });
  let out = '';
  child.stdout.on('data', (data: Buffer) => {
    out += data;
  });
  return new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, out })),
  );
}

const failpoints = [
  { failpoint: 'createFirstAdmin.commit', again: 0 },
  { failpoint: 'createFirstAdmin.committed', again: 3 },
];

test('passes these failpoints', async () => {
  await run();
  const passed = readFileSync(join(folder, 'seen'), 'utf8').trim().split('\n');
  expect(passed).toEqual(failpoints.map(({ failpoint }) => `first-admin ${failpoint}`));
});

test.each(failpoints)(
  'killed at $failpoint and repeated, leaves one account and one link that works',
  async ({ failpoint, again }) => {
    const killed = await run(failpoint);
    expect(killed).toMatchObject({ code: null, signal: 'SIGKILL' });
    const repeated = await run();
    expect(repeated.code).toBe(again);

    expect(await db.many`SELECT login_name FROM staff_user`).toEqual([{ loginName: 'ruth' }]);
    expect(await db.many`SELECT FROM token`).toHaveLength(1);
    const mails = await db.many<{ bodyText: string }>`SELECT body_text FROM mail`;
    const links = mails.flatMap(({ bodyText }) => bodyText.match(LINK) ?? []);
    expect(links).toHaveLength(1);
    const printed = [killed, repeated].flatMap(({ out }) => out.match(LINK) ?? []);
    expect(printed.at(-1)).toBe(links[0]);
  },
);
