// What students do while thousands of pages are open, whose event streams scripts/load/streams
// holds beside this script: they look at the exam list, at their sessions and credits.
import { creditsOf, listExams } from './shared/exams.js';
import { thresholds } from './shared/limits.js';
import { nextOf, signInStudents } from './shared/people.js';
import { ask } from './shared/portal.js';
import { pace, steady } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const { rate, seconds } = pace({ rate: 20, duration: '2m' });
/** Who looks: all others only have their pages open. */
const READERS = 200;

export const options = {
  setupTimeout: '10m',
  scenarios: { reading: steady('read', { rate, seconds }) },
  thresholds: thresholds(
    ['getAllExamsAccordingStudent', 'getCreditsInfo', 'getSessionsByStudentId'],
    { iterations: rate * seconds },
  ),
};

export const setup = () => ({ students: signInStudents(READERS) });

export function read({ students }) {
  const { cookie } = nextOf(students);
  listExams(cookie);
  creditsOf(cookie);
  ask({ name: 'getSessionsByStudentId', method: 'GET', cookie });
}
