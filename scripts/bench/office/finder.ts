import { find } from '@portal/contract/finder';
import type { Person } from '../../e2e/people/person.ts';
import { inDatabase } from '../../e2e/portal/databases.ts';
import { atRate, percentile95 } from '../at-rate.ts';

const PER_SECOND = 20;
const SECONDS = 15;

interface OnRecord {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** What staff type, of one student, and of other things. */
const questions: readonly ((one: OnRecord) => string)[] = [
  (one) => one.last_name.slice(0, 2),
  (one) => `${one.last_name.slice(0, 4)} ${one.first_name.slice(0, 1)}`,
  (one) => `${one.first_name} ${one.last_name}`,
  (one) => one.first_name,
  (one) => one.email,
  (one) => one.id,
  // letters swapped, as they are by a slip
  (one) => `${one.last_name.slice(0, 2)}${one.last_name.slice(3, 4)}${one.last_name.slice(2, 3)}`,
  () => 'brooklyn',
  () => 'ethics',
  () => '',
];

/** The finder asked for everything in turn; milliseconds of the 95th of a hundred. R-572. */
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
    const question = questions[n % questions.length] as (typeof questions)[number];
    return admin.do(find, { q: question(sample[n % sample.length] as OnRecord) });
  };
  for (let n = 0; n < 60; n++) await ask(n);
  const times: number[] = [];
  await atRate(PER_SECOND, SECONDS, async (n, due) => {
    await ask(n);
    times.push(performance.now() - due);
  });
  return { p95: percentile95(times), students };
}
