import { parseArgs } from 'node:util';
import { isPlainName } from '@portal/access/text/person-rules';
import { serviceActor } from '@portal/kit/auth/actor';
import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { DomainError } from '@portal/kit/errors';
import { failpoint } from '@portal/kit/jobs/failpoints';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { isEmail } from '@portal/kit/person-fields';
import { z } from 'zod';
import { createFirstAdmin } from './create-first-admin.ts';

// The command that creates the first staff account: node services/identity/src/staff/first-admin.ts
// --email E --name N [--print-link] [--unless-staff-exist], with the environment of identity. Exit
// codes: 0 created, 2 wrong options, 3 there are staff accounts (0 with --unless-staff-exist).
//
const fail = (sentence: string, code: number): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

function readOptions() {
  try {
    const text = { type: 'string', default: '' } as const;
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({
      options: { email: text, name: text, 'print-link': flag, 'unless-staff-exist': flag },
    }).values;
  } catch (error) {
    return fail((error as Error).message, 2);
  }
}

const options = readOptions();
const { email, name } = options;
if (!isEmail(email)) fail('--email must be an email address.', 2);
if (!isPlainName(name, 100)) fail('--name must be a name of 1 to 100 characters.', 2);
const { DATABASE_URL } = readEnv(
  z.object({ DATABASE_URL: z.string().min(1), PUBLIC_URL: z.url() }),
);
const db = connect(DATABASE_URL, { name: 'identity-first-admin', ...NO_TIMEOUT });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  // the clock of the database: the clock of an operator's machine may be minutes off
  const { now } = await db.one<{ now: Date }>`SELECT clock_timestamp() AS now`;
  const actor = { ...serviceActor('identity'), name: 'system' };
  const call = { db, actor, now, requestId: requestIdOrNew() };
  const loginName = await createFirstAdmin(
    call,
    { email, name },
    options['print-link'] ? say : undefined,
  );
  await failpoint('createFirstAdmin.committed');
  say(`The first staff account was created. Its user name is ${loginName}.`);
  say('The link to create its password was mailed and is valid for 72 hours.');
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  if (options['unless-staff-exist']) say(error.detail);
  else {
    process.stderr.write(`${error.detail}\n`);
    process.exitCode = 3;
  }
} finally {
  await db.close();
}
