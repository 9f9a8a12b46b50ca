import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { serviceActor } from '@portal/kit/auth/actor';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';
import { findDifferences } from './find-differences.ts';
import { inWords } from './in-words.ts';
import { makeGood } from './make-good.ts';

// An operator runs this after a database was restored, with the service's own environment:
// node services/payments/src/reconciliation/reconcile.ts list|apply --since <moment> < file.json
const USAGE =
  'usage: reconcile.ts list|apply --since <moment> [--quiet-minutes 15] < what the other ' +
  'services remember';
const address = z.string().min(1);
const { DATABASE_URL, OPERATOR } = readEnv(
  z.object({
    DATABASE_URL: address,
    CARDS_URL: address,
    CARDS_LOGIN_ID: address,
    CARDS_TRANSACTION_KEY: address,
    OPERATOR: address.default('operator'),
  }),
);
const id = z.number().int().positive();
const ids = z.array(id);
const rememberedInput = z.object({
  completeFrom: id,
  registrations: z.array(
    z.object({
      id,
      studentId: id,
      examId: id,
      status: z.string(),
      creditsSpent: z.number().int(),
      freeSeminaryRetake: z.boolean(),
    }),
  ),
  feePayments: ids,
  retakePayments: ids,
  schoolPayments: ids,
  studyPayments: ids,
});

/**
 * The most passes that can find something new: a refund of a charge that the first pass booked is
 * found by the second.
 */
const MAX_LOOKS = 5;

async function reconcile(db: Database, isApplied: boolean, since: Date, quietMinutes: number) {
  const remembered = rememberedInput.parse(JSON.parse(await text(process.stdin)));
  const said = new Set<string>();
  const say = (line: string) => {
    if (!said.has(line)) process.stdout.write(`${line}\n`);
    said.add(line);
  };
  for (let look = 1; ; look++) {
    const { now } = await db.one<{ now: Date }>`SELECT clock_timestamp() AS now`;
    const until = new Date(now.getTime() - quietMinutes * 60_000);
    const found = await findDifferences(db, remembered, { since, until, now });
    if (!isApplied) {
      for (const difference of found) say(inWords(difference));
      return `${found.length} differences`;
    }
    const open = found.filter(({ act }) => act !== 'look');
    if (open.length === 0 || look > MAX_LOOKS) {
      for (const difference of found) say(`open: ${inWords(difference)}`);
      return found.length === 0 ? 'nothing differs' : `${found.length} differences are left`;
    }
    const before = said.size;
    for (const difference of open) {
      const actor = { ...serviceActor('operator'), name: OPERATOR };
      const call = { db, actor, key: null, now, requestId: `reconcile:${now.toISOString()}` };
      const left = await makeGood(call, difference);
      say(left === null ? `done: ${inWords(difference)}` : `open: ${left}`);
    }
    if (said.size === before) look = MAX_LOOKS; // the same as before: nothing more can be done
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    'quiet-minutes': { type: 'string', default: '15' },
  },
});
const [verb] = positionals;
const since = new Date(values.since ?? '');
const quietMinutes = Number(values['quiet-minutes']);
if (
  (verb !== 'list' && verb !== 'apply') ||
  Number.isNaN(since.getTime()) ||
  !(quietMinutes >= 0)
) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}
const db = connect(DATABASE_URL, { name: 'payments reconcile', ...NO_TIMEOUT });
try {
  process.stdout.write(`${await reconcile(db, verb === 'apply', since, quietMinutes)}\n`);
} catch (error) {
  process.stderr.write(`Not reconciled to the end: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await db.close();
}
