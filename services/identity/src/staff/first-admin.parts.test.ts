import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serviceActor } from '@portal/kit/auth/actor';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { createFirstAdmin, loginNameOf } from './create-first-admin.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase('identity');
});
afterEach(() => db.drop());

const actor = { ...serviceActor('identity'), name: 'system' };
const create = (email = 'ruth@jse.test', onLink?: (link: string) => void) =>
  createFirstAdmin(
    { db, actor, now: steadyNow(), requestId: 'first-admin' },
    { email, name: 'Ruth Hoffman' },
    onLink,
  );
const accounts = () =>
  db.many`
    SELECT login_name, created_by, password_hash IS NULL AS without_password,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user`;
const mails = () => db.many<{ recipient: string; bodyText: string }>`
  SELECT recipient, body_text FROM mail`;

test('creates a super admin with tech support, mails the link, and audits the system', async () => {
  const links: string[] = [];
  expect(await create('ruth@jse.test', (link) => links.push(link))).toBe('ruth');
  expect(await accounts()).toEqual([
    {
      loginName: 'ruth',
      createdBy: 'system',
      withoutPassword: true,
      roles: ['ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'],
    },
  ]);
  const [mail] = await mails();
  expect(mail?.recipient).toBe('ruth@jse.test');
  expect(mail?.bodyText).toContain(links[0]);
  expect(
    await db.many`
      SELECT round(extract(epoch FROM expires_at - created_at) / 3600)::int AS hours FROM token`,
  ).toEqual([{ hours: 72 }]);
  expect(await db.many`SELECT actor_name FROM audit WHERE table_name = 'user'`).toEqual([
    { actorName: 'system' },
  ]);
});

test('of two calls at once one creates the account and the other is refused', async () => {
  const results = await Promise.allSettled([create('ruth@jse.test'), create('dan@jse.test')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'staff_exist', detail: 'There are staff accounts already.' },
  });
  expect(await accounts()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test('a call that dies before its commit leaves nothing, and the next one succeeds', async () => {
  const died = create('ruth@jse.test', () => {
    throw new Error('the process died');
  });
  await expect(died).rejects.toThrow('the process died');
  expect([await accounts(), await mails()]).toEqual([[], []]);
  expect(await create()).toBe('ruth');
});

test.each([
  ['ruth.h@jse.test', 'ruth.h'],
  ["o'neil+jse@jse.test", 'oneiljse'],
  ['r@jse.test', 'admin'],
  [`${'a'.repeat(60)}@jse.test`, 'a'.repeat(50)],
])('the login name of %s is %s', (email, loginName) => {
  expect(loginNameOf(email)).toBe(loginName);
});

describe('the command', () => {
  const COMMAND = join(import.meta.dirname, 'first-admin.ts');
  function run(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const env = { ...process.env, DATABASE_URL: db.url, PUBLIC_URL: 'https://portal.test' };
    const child = spawn(process.execPath, [COMMAND, ...words], { env });
    const said = { out: '', err: '' };
    child.stdout.on('data', (data: Buffer) => (said.out += data));
    child.stderr.on('data', (data: Buffer) => (said.err += data));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  }
  const ruth = ['--email', 'ruth@jse.test', '--name', 'Ruth Hoffman'];
  const LINK = 'https://portal.test/admin/create/';

  test('prints the link only with --print-link; ends with 3 if an account exists', async () => {
    const first = await run(...ruth, '--print-link');
    expect(first).toMatchObject({ code: 0, err: '', out: expect.stringContaining(LINK) });
    expect(await run(...ruth)).toEqual({
      code: 3,
      out: '',
      err: 'There are staff accounts already.\n',
    });
  });

  test('never prints the link for the hook, where an existing account is success', async () => {
    const first = await run(...ruth, '--unless-staff-exist');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).not.toContain('/create/');
    expect(await run(...ruth, '--unless-staff-exist')).toEqual({
      code: 0,
      out: 'There are staff accounts already.\n',
      err: '',
    });
  });

  test('refuses an invalid email address with 2', async () => {
    expect(await run('--email', 'ruth', '--name', 'Ruth')).toEqual({
      code: 2,
      out: '',
      err: '--email must be an email address.\n',
    });
  });
});
