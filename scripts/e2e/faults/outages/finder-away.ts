import { isDeepStrictEqual } from 'node:util';
import { test } from '@jest/globals';
import { find } from '@portal/contract/finder';
import { demandHeadless } from '../../../test/chromium.ts';
import { anExam } from '../../exams/catalogue.ts';
import { aSession } from '../../exams/sessions.ts';
import { journey, startProgram } from '../../journeys/browser/screen.ts';
import { openAsStaff } from '../../journeys/browser/staff-steps.ts';
import { aSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, letters } from '../../people/students.ts';
import { until } from '../../portal/until.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';

/**
 * What the finder waits for all services together, and what a busy machine takes beside that; to
 * wait for one after the other would take three seconds and more.
 */
const WITHIN_MS = 1_500 + 1_300;

const aWord = () => `Qu${letters(8)}`;

/** A student, a school and an exam that one word finds, and a session by its id. */
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

/** F21: a service that the finder asks does not answer. C-O50, R-572. */
export function finderAway(hurt: () => HurtPortal): void {
  test.each(away)(
    'F21: while $service stands still the finder tells the rest within its time, and what is missing; then everything',
    async ({ service, missing, found, bySessionId }) => {
      const { portal } = hurt();
      await portal.ready();
      const admin = await signedInStaff('ROLE_ADMIN');
      const { word, ids } = await things();
      let quickestMs = Number.POSITIVE_INFINITY;
      const ask = async (q: string) => {
        const askedAt = performance.now();
        const { items, missing: lost } = await admin.do(find, { q });
        quickestMs = Math.min(quickestMs, performance.now() - askedAt);
        const seen = items.filter(
          ({ kind, id }) => kind in ids && ids[kind as keyof typeof ids] === id,
        );
        return { kinds: seen.map(({ kind }) => kind).sort(), missing: [...lost] };
      };
      // a busy machine may be slow to tell the rest too, but not each time
      const tells = (q: string, kinds: readonly string[], lost: readonly string[] = []) =>
        until(
          () => ask(q),
          (told) => isDeepStrictEqual(told, { kinds: [...kinds].sort(), missing: [...lost] }),
        );
      await tells(word, ['student', 'school', 'exam']);

      portal.kill(service, 'SIGSTOP');
      try {
        quickestMs = Number.POSITIVE_INFINITY;
        await tells(word, found, missing);
        await tells(`s${ids.session}`, bySessionId ? ['session'] : [], missing);
        // once in its time shows that it can; how often it is there is the machine's
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
      await tells(word, ['student', 'school', 'exam']);
      await tells(`s${ids.session}`, ['session']);
    },
  );

  test('F21: the page says what is missing while a service stands still, and finds it when it goes on', async () => {
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
        /** Asks as a person does, by the button, until the page shows what is there to be found. */
        const asked = (isRight: () => Promise<boolean>) =>
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
          // on a busy machine others may be late too: then it says more, and is asked again
          await asked(async () => (await ofSchools.isVisible()) && (await student.isVisible()));
        } finally {
          portal.kill('schools', 'SIGCONT');
        }
        // the session of the school has its name, too
        const school = page.getByRole('option', { name: `${word} Seminary` }).first();
        await asked(async () => (await school.isVisible()) && (await note.count()) === 0);
      });
    } finally {
      await browser.close();
    }
  });
}
