import { asTechSupport } from '../as.ts';
import { rpc } from '../clients.ts';
import { dayPlus, newYorkDay } from '../new-york.ts';

/**
 * A student whose TAL id is on record, with a TAL exam that the registration service's own seed
 * says was taken so many days ago.
 */
const GRADED = {
  studentId: 2201,
  talId: 'TAL-5501',
  examCode: 'TAL-107',
  subject: 'The Book of Genesis',
  daysAgo: 6,
};

/** TAL has graded the exam: the result comes as it does whenever the student's record is opened. */
export async function seedTalResult(now: Date, sandboxUrl: string): Promise<void> {
  const { studentId, talId, examCode, subject, daysAgo } = GRADED;
  const takenOn = dayPlus(newYorkDay(now), { days: -daysAgo });
  const result = { studentId: talId, examCode, subject, takenOn, result: 'Pass', score: 92 };
  const answer = await fetch(`${sandboxUrl}/__tal/results`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(result),
  });
  if (!answer.ok) throw new Error(`TAL took no demo result (${answer.status})`);
  await rpc.results.askResults({ studentId }, asTechSupport(studentId, 'result of TAL'));
}
