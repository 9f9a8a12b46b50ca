import { isDeepStrictEqual } from 'node:util';
import { test } from '@jest/globals';
import { find } from '@portal/contract/finder/finder';
import { until } from '../../../../portal/until.ts';
import { demandHeadless } from '../../../../test/chromium.ts';
import { anExam } from '../../../exams/catalogue.ts';
import { aSession } from '../../../exams/sessions.ts';
import { journey, startProgram } from '../../../journeys/browser/screen.ts';
import { openAsStaff } from '../../../journeys/browser/staff-steps.ts';
import { aSchool } from '../../../people/schools.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { anEnrolled, letters } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';

/**
 * The finder's time limit for all services together, with a margin for a busy machine; waiting for
 * one after the other would take three seconds or more.
 */
const WITHIN_MS = 1_500 + 1_300;

const aWord = () => `Qu${letters(8)}`;

/** Creates a student, a school and an exam that one word finds, and a session to find by its id. */
async function things() {
  const word = aWord();
  const [student, school, exam, session] = await Promise.all([
    anEnrolled({ firstName: 'Malka', lastName: word }),
    aSchool({ name: `${word} Seminary` }),
    anExam({ subject: `${word} and its times` }),
    aSession(),
  ]);
  return { word, ids: { student: student.id, school: school.id, exam, session } };
}

const away = [
  { service: 'identity', missing: ['student'], found: ['school', 'exam'], bySessionId: true },
  {
    service: 'registration',
    missing: ['registration', 'session'],
    found: ['student', 'school', 'exam'],
    bySessionId: false,
  },
  { service: 'schools', missing: ['school'], found: ['student', 'exam'], bySessionId: true },
  { service: 'catalog', missing: ['exam'], found: ['student', 'school'], bySessionId: true },
] as const;

/** F21: a service of the finder does not answer. C-O50, R-572. */
export function finderAway(hurt: () => HurtPortal): void {
  test.each(away)(
    'F21: while $service is paused the finder shows the rest in time and names the missing one',
    async ({ service, missing, found, bySessionId }) => {
      const { portal } = hurt();
      await portal.ready();
      const admin = await signedInStaff('ROLE_ADMIN');
      const { word, ids } = await things();
      let quickestMs = Number.POSITIVE_INFINITY;
      const ask = async (q: string) => {
        const startedAt = performance.now();
        const { items, missing: lost } = await admin.do(find, { q });
        quickestMs = Math.min(quickestMs, performance.now() - startedAt);
        const seen = items.filter(
          ({ kind, id }) => kind in ids && ids[kind as keyof typeof ids] === id,
        );
        return { kinds: seen.map(({ kind }) => kind).sort(), missing: [...lost] };
      };
      // a busy machine may delay the rest too, but not each time
      const finds = (q: string, kinds: readonly string[], lost: readonly string[] = []) =>
        until(
          () => ask(q),
          (result) => isDeepStrictEqual(result, { kinds: [...kinds].sort(), missing: [...lost] }),
        );
      await finds(word, ['student', 'school', 'exam']);

      portal.kill(service, 'SIGSTOP');
      try {
        quickestMs = Number.POSITIVE_INFINITY;
        await finds(word, found, missing);
        await finds(`s${ids.session}`, bySessionId ? ['session'] : [], missing);
        // one answer in time is enough; the machine decides how many are
        await until(
          async () => {
            await ask(word);
            return quickestMs;
          },
          (ms) => ms < WITHIN_MS,
        );
      } finally {
        portal.kill(service, 'SIGCONT');
      }
      await finds(word, ['student', 'school', 'exam']);
      await finds(`s${ids.session}`, ['session']);
    },
  );

  test('F21: the page names results missing while a service is paused, found later', async () => {
    const { portal } = hurt();
    await portal.ready();
    const { word } = await things();
    const browser = await startProgram(await demandHeadless(portal.dataDir));
    try {
      await journey(browser, 'desk', async (screen) => {
        const { page } = screen;
        await openAsStaff(screen, 'ROLE_ADMIN', '/admin/study-materials');
        await page.getByRole('heading', { name: 'Study materials' }).waitFor();
        const note = page.getByText(/^Not everything can be found now/);
        const again = page.getByRole('button', { name: 'Try again' });
        /** Presses the button until the page shows the expected results. */
        const retried = (isRight: () => Promise<boolean>) =>
          until(
            async () => {
              if (await isRight()) return true;
              if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
              return false;
            },
            (isThere) => isThere,
            15,
            500,
          );
        portal.kill('schools', 'SIGSTOP');
        try {
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox', { name: 'Search' }).fill(word);
          const ofSchools = page.getByText(
            /^Not everything can be found now\. Missing: .*schools\.$/,
          );
          const student = page.getByRole('option', { name: `${word}, Malka` });
          // on a busy machine others may be late too: then it lists more, and is retried
          await retried(async () => (await ofSchools.isVisible()) && (await student.isVisible()));
        } finally {
          portal.kill('schools', 'SIGCONT');
        }
        // the school's session has its name, too
        const school = page.getByRole('option', { name: `${word} Seminary` }).first();
        await retried(async () => (await school.isVisible()) && (await note.count()) === 0);
      });
    } finally {
      await browser.close();
    }
  });
}
