import { find } from '@portal/contract/finder/finder';
import { inDatabase } from '../../portal/databases.ts';
import type { Person } from '../../portal-user/person.ts';
import { atRate, percentile95 } from '../at-rate.ts';

const PER_SECOND = 20;
const SECONDS = 15;

interface OnRecord {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** Search texts of staff for a student, and for other objects. */
const searches: readonly ((one: OnRecord) => string)[] = [
  (one) => one.last_name.slice(0, 2),
  (one) => `${one.last_name.slice(0, 4)} ${one.first_name.slice(0, 1)}`,
  (one) => `${one.first_name} ${one.last_name}`,
  (one) => one.first_name,
  (one) => one.email,
  (one) => one.id,
  // swapped letters, like a typing error
  (one) => `${one.last_name.slice(0, 2)}${one.last_name.slice(3, 4)}${one.last_name.slice(2, 3)}`,
  () => 'brooklyn',
  () => 'ethics',
  () => '',
];

/**
 * Measures the finder with every kind of text in turn; returns the 95th percentile of a hundred
 * calls in milliseconds. R-572.
 */
export async function finderFigures(admin: Person): Promise<{ p95: number; students: number }> {
  const { sample, students } = await inDatabase('identity', async (ask) => {
    const [count] = await ask<{ n: string }>('SELECT count(*) AS n FROM student');
    return {
      sample: await ask<OnRecord>(
        `SELECT id::text, first_name, last_name, email FROM student
         WHERE email IS NOT NULL ORDER BY id DESC LIMIT 400`,
      ),
      students: Number(count?.n),
    };
  });
  const ask = (n: number) => {
    const search = searches[n % searches.length] as (typeof searches)[number];
    return admin.do(find, { q: search(sample[n % sample.length] as OnRecord) });
  };
  for (let n = 0; n < 60; n++) await ask(n);
  const times: number[] = [];
  await atRate(PER_SECOND, SECONDS, async (n, due) => {
    await ask(n);
    times.push(performance.now() - due);
  });
  return { p95: percentile95(times), students };
}
