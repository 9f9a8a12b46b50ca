import { findStudent } from '@portal/contract/students/lookup';
import { inDatabase } from '../../portal/databases.ts';
import type { Person } from '../../portal-user/person.ts';
import { atRate, percentile95 } from '../at-rate.ts';

const PER_SECOND = 50;
const SECONDS = 20;
/** Rows of a page of the lookup. */
const PAGE = 50;

interface OnRecord {
  first_name: string;
  last_name: string;
  dob: string;
  last4_ssn: string;
  email: string;
}

/** Filters that staff use to find a student. */
const filters: readonly ((one: OnRecord) => Record<string, string>)[] = [
  (one) => ({ lastName: one.last_name }),
  (one) => ({ lastName: one.last_name.slice(0, 4), firstName: one.first_name }),
  (one) => ({ firstName: one.first_name }),
  (one) => ({ dob: one.dob }),
  (one) => ({ ssn: one.last4_ssn }),
  (one) => ({ email: one.email }),
];

/**
 * Looks students up by every filter in turn, 50 times a second; returns the 95th percentile of a
 * hundred calls in milliseconds.
 */
export async function studentLookup(admin: Person): Promise<{ p95: number; students: number }> {
  const { sample, students } = await inDatabase('identity', async (ask) => {
    const [count] = await ask<{ n: string }>('SELECT count(*) AS n FROM student');
    return {
      sample: await ask<OnRecord>(
        `SELECT first_name, last_name, dob::text AS dob, last4_ssn, email FROM student
         WHERE email IS NOT NULL AND id % 97 = 3 ORDER BY id LIMIT 400`,
      ),
      students: Number(count?.n),
    };
  });
  const ask = (n: number) => {
    const filter = filters[n % filters.length] as (typeof filters)[number];
    const one = sample[n % sample.length] as OnRecord;
    return admin.do(findStudent, { ...filter(one), limit: PAGE });
  };
  for (let n = 0; n < 60; n++) await ask(n);
  const times: number[] = [];
  await atRate(PER_SECOND, SECONDS, async (n, due) => {
    await ask(n);
    times.push(performance.now() - due);
  });
  return { p95: percentile95(times), students };
}
