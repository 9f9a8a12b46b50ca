import { plusSeconds } from '@portal/kit/clock';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type { DomainError } from '@portal/kit/errors';
import { Counter } from 'prom-client';
import {
  countFailedTry,
  isRefusedTry,
  refuseTooMany,
  type TryCount,
} from '../../accounts/records/tries.ts';
import { blindHash } from '../../secrets.ts';
import {
  botCheckNeeded,
  consumeBotProof,
  idOfBotProof,
  releaseBotProof,
} from '../../security/bot-check/bot-proof.ts';

/**
 * Misses of a day at one birth date, or of one network address, after which a bot check is needed.
 */
const FREE_MISSES = 5;
/**
 * Misses of an hour at all birth dates together after which every caller needs a bot check: guesses
 * can be spread over both.
 */
const FREE_MISSES_OF_ALL = 100;
/**
 * Misses of a day at one birth date, bot checks or not: there are only 10,000 endings of an SSN.
 */
const MAX_MISSES = 100;
const HOUR = 3600;
const DAY = 24 * HOUR;

const misses = new Counter({
  name: 'portal_identity_check_misses_total',
  help: 'Sign-ups whose birth date and SSN digits, or mail address, were refused',
});
const botChecks = new Counter({
  name: 'portal_bot_checks_asked_total',
  help: 'Sign-ups that were asked for a bot check since many were refused',
});

export interface IdentityCheck {
  dob: string;
  /** Network address of the person, where it is known. */
  address?: string | undefined;
  botProof?: string | undefined;
}

const birthDateCount = (dob: string, max: number): TryCount => ({
  subject: `dob:${blindHash('failed try', dob)}`,
  max,
  seconds: DAY,
});

function countsOf({ dob, address }: IdentityCheck): TryCount[] {
  const ofAddress = address
    ? [{ subject: `address:${blindHash('failed try', address)}`, max: FREE_MISSES, seconds: DAY }]
    : [];
  const ofAll = { subject: 'identity checks', max: FREE_MISSES_OF_ALL, seconds: HOUR };
  return [birthDateCount(dob, FREE_MISSES), ...ofAddress, ofAll];
}

/**
 * Runs work that reveals whether birth date and SSN digits are those of a student. After many
 * misses each further one costs a bot check; whether one is needed depends on earlier misses only,
 * never on the answer. A proof lasts until a miss, and with `usesUpProof` until the work is done.
 * Refuses with bot_check_needed, or with too_many_tries after 100 misses of a day at the birth
 * date.
 */
export async function guardIdentityCheck<T>(
  call: Call,
  check: IdentityCheck,
  { name, usesUpProof }: { name: string; usesUpProof: boolean },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const counts = countsOf(check);
  await refuseTooMany(call, birthDateCount(check.dob, MAX_MISSES));
  if (await isSuspicious(call.db, counts, call.now)) return withProof();
  return withoutProof();

  async function withoutProof(): Promise<T> {
    try {
      return await inTransaction(call, name, async (tx) => {
        const done = await work(tx);
        // concurrent misses count
        if (await isSuspicious(tx, counts, call.now)) throw askForBotCheck();
        return done;
      });
    } catch (error) {
      if (isRefusedTry(error) && !(await countMiss(call, counts))) throw askForBotCheck();
      throw error;
    }
  }

  /**
   * The proof's row makes twins wait for each other: of many misses with one proof one is answered.
   */
  async function withProof(): Promise<T> {
    const id = proofIdOf(check, call.now);
    const outcome = await inTransaction(
      call,
      name,
      async (tx): Promise<{ done: T } | { refused: DomainError }> => {
        await consumeBotProof(tx, id, call.now);
        try {
          const done = await work(tx);
          if (!usesUpProof) await releaseBotProof(tx, id);
          return { done };
        } catch (error) {
          if (isRefusedTry(error)) return { refused: error };
          throw error;
        }
      },
    );
    if ('done' in outcome) return outcome.done;
    await countMiss(call, counts, MAX_MISSES);
    throw outcome.refused;
  }
}

function proofIdOf({ botProof }: IdentityCheck, now: Date): string {
  if (botProof === undefined) throw askForBotCheck();
  return idOfBotProof(botProof, now);
}

function askForBotCheck(): DomainError {
  botChecks.inc();
  return botCheckNeeded();
}

async function isSuspicious(sql: Sql, counts: readonly TryCount[], now: Date): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS full
    FROM unnest(${counts.map(({ subject }) => subject)}::text[],
      ${counts.map(({ max }) => max)}::int[],
      ${counts.map(({ seconds }) => plusSeconds(now, -seconds))}::timestamptz[])
      AS counted (subject, max, since)
    JOIN failed_try USING (subject)
    WHERE (SELECT count(*) FROM unnest(tries) AS at WHERE at > since) >= max LIMIT 1`;
  return found !== undefined;
}

/**
 * Counts a miss; false when a count was full already, and then no further one: a burst at one birth
 * date does not bring everybody a bot check. `maxOfBirthDate`: with a proof more of them have room.
 */
async function countMiss(
  { db, now }: Call,
  counts: readonly TryCount[],
  maxOfBirthDate = FREE_MISSES,
): Promise<boolean> {
  misses.inc();
  const [ofBirthDate, ...others] = counts as [TryCount, ...TryCount[]];
  for (const count of [{ ...ofBirthDate, max: maxOfBirthDate }, ...others])
    if (!(await countFailedTry(db, count, now))) return false;
  return true;
}
