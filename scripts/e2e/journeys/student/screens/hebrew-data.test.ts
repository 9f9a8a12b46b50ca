import { beforeAll } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { examThat, isPlain } from '../../../exams/registrations.ts';
import { aStudentWithExams, type StudentWithExams } from '../../../exams/student-with-exams.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import { answer } from '../../browser/answers.ts';
import { enterAsStudent } from '../../browser/enter.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { lookAt, type View } from '../../browser/views.ts';

let student: StudentWithExams;
let buyer: SignedIn;
let wantedId: number;
beforeAll(async () => {
  [student, buyer] = await Promise.all([aStudentWithExams(), aStudent()]);
  wantedId = (await examThat(buyer.person, isPlain)).id;
});

const NAMES =
  /name$|^(subject|title|description|exam|package|comment|grade|address|city|country|text)$/i;

/** Returns an answer of the portal whose names start with a number. */
const numbered = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(numbered);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' && NAMES.test(key) && value !== '' ? `6 ${value}` : numbered(value),
    ]),
  );
};

const readsNumberedNames = (page: Page): Promise<unknown> =>
  page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/events')) return route.continue(); // has no end
    const real = await route.fetch();
    const isJson = real.headers()['content-type']?.startsWith('application/json');
    if (!isJson) return route.fulfill({ response: real });
    return answer(route, numbered(await real.json()), real.status());
  });

const inHebrew =
  (who: () => SignedIn) =>
  async (context: BrowserContext): Promise<void> => {
    await enterAsStudent(context, who());
    const { origin } = new URL(who().person.url);
    await context.addCookies([{ name: 'lang', value: 'he', url: origin }]);
  };

const view = (
  name: string,
  at: () => string,
  show: (page: Page) => Promise<unknown>,
  then: View['open'] = async () => {},
): View => ({
  name: `${name} in Hebrew`,
  at: null,
  open: async (screen, look) => {
    const { page } = screen;
    await page.unrouteAll();
    await readsNumberedNames(page);
    await page.goto(at());
    await page.locator('html[lang=he]').waitFor();
    await show(page);
    await then(screen, look);
  },
});
const dialog = (name: string, of: () => number): (() => string) => {
  return () => `/?myexams=&dialog=${name}&of=${of()}`;
};
const visible = (place: Page | Locator, text: string | RegExp): Promise<void> =>
  place.getByText(text).filter({ visible: true }).first().waitFor();
const shows = (text: string | RegExp) => (page: Page) => visible(page, text);
const showsDialog = (text: RegExp) => (page: Page) => visible(page.getByRole('dialog'), text);
const opensRow = ({ page }: Screen): Promise<void> =>
  page.locator('main li button[aria-expanded=false]').first().click();

lookAt(
  'data that starts with a number',
  { devices: devicesOf.student, signIn: inHebrew(() => student) },
  [
    view('all exams', () => '/', shows(/^6 /), opensRow),
    view('my exams', () => '/?myexams=', shows(/^6 /)),
    view(
      'packages',
      () => '/packages',
      (page) => page.getByRole('article').first().waitFor(),
    ),
    view('the account', () => '/myaccount', shows(/6 .*@|@/)),
    view(
      'schedule',
      dialog('schedule', () => student.registeredId),
      showsDialog(/6 /),
    ),
    view(
      'reschedule',
      dialog('schedule', () => student.bookedId),
      showsDialog(/6 /),
    ),
    view(
      'cancel session',
      dialog('cancel-session', () => student.bookedId),
      showsDialog(/6 /),
    ),
    view(
      'cancel exam',
      dialog('cancel-exam', () => student.registeredId),
      showsDialog(/6 /),
    ),
    view('admission slip', () => `/admission/${student.bookedRegistration}`, shows(/6 /)),
  ],
);

lookAt('data of a purchase', { devices: devicesOf.student, signIn: inHebrew(() => buyer) }, [
  view('buy', () => `/?dialog=register&of=${wantedId}`, showsDialog(/6 /)),
]);
