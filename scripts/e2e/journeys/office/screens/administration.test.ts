import { beforeAll } from '@jest/globals';
import { aSettledDay, onlyThere } from '../../../payments/settled-days.ts';
import { aSchool, aSchoolStudent, type TestSchool } from '../../../people/schools.ts';
import { staffWithApp } from '../../../people/second-factor/staff-with-app.ts';
import { type Staff, someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import { anInterested } from '../../../people/tti-students.ts';
import { given, refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { asks, asNobody, asStaff, isTitled, lookAt, press, says } from '../../browser/views.ts';

let staff: Staff;
let techSupport: Staff;
let schoolAdmin: Staff;
let school: TestSchool;
let joining: Awaited<ReturnType<typeof anInterested>>;
/** A day that is compared once on each device. */
const days = { desk: aSettledDay(), phone: aSettledDay() };
beforeAll(async () => {
  school = await aSchool({ balance: 2000 });
  [staff, techSupport, schoolAdmin, joining] = await Promise.all([
    someStaff('ROLE_SUPER_ADMIN', { passwordHash: quickHash }),
    someStaff('ROLE_TECH_SUPPORT', { passwordHash: quickHash }),
    someStaff('ROLE_SCHOOL_ADMIN', {
      schoolId: school.id,
      passwordHash: quickHash,
    }),
    anInterested(),
  ]);
  await aSchoolStudent(school.id, { lastName: 'Adler', firstName: 'Rivka' });
  await staffWithApp('ROLE_SUPER_ADMIN');
  for (const device of devicesOf.office)
    await onlyThere(days[device], { cents: 4200, invoiceNumber: 'unknown-1' });
});

const close = async ({ page }: Screen): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

lookAt('the office', { devices: devicesOf.office, signIn: asStaff(() => staff) }, [
  {
    name: 'overview',
    at: '/admin/overview',
    open: async (screen, look) => {
      const { page } = screen;
      const chart = page.getByRole('region', {
        name: 'Registrations',
        exact: true,
      });
      await chart.locator('svg.recharts-surface').first().waitFor();
      await look();
      await press(screen, 'Show as table: Registrations');
      await chart.getByRole('table').waitFor();
    },
  },
  {
    name: 'registrations behind a number',
    at: '/admin/overview/registrations?from=2026-01-01&to=2026-02-01',
    open: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'money behind a number',
    at: '/admin/overview/payments?from=2026-01-01&to=2026-02-01',
    open: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'a queue',
    at: '/admin/overview/waiting?queue=low_balances&age=month',
    open: isTitled('Schools with a low balance'),
  },
  {
    name: 'the finder',
    at: '/admin/study-materials?q=zzzz',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await press(screen, 'Search');
      const field = page.getByRole('combobox', { name: 'Search' });
      await page.getByRole('group', { name: 'Pages' }).waitFor();
      await look();
      await field.fill('add s');
      await page.getByRole('option', { name: /Add series/ }).waitFor();
      await look('actions');
      await field.fill('zzyzx zzyzx');
      await page.getByText('Nothing found.').waitFor();
    },
  },
  { name: 'settled days', at: '/admin/payments', open: says('TTINJ') },
  {
    name: 'settled day',
    at: null,
    open: async (screen, look) => {
      const { page } = screen;
      await page.goto(`/admin/payments/${days[screen.device]}/TTI`);
      await page.getByText('Not compared yet.').waitFor();
      await look('not compared');
      await press(screen, 'Compare now');
      await page.getByRole('heading', { name: /^Differences/ }).waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
      await look();
      await press(screen, /^Mend /);
      await asks('Mend')(screen, look);
      await look('mend');
      await close(screen);
      await press(screen, /^Explain /);
      await asks('Explain')(screen, look);
    },
  },
  {
    name: 'activity',
    at: '/admin/activity',
    open: async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
      await page
        .getByRole('link', { name: /^student \d/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'registrations report',
    at: '/admin/registrations-report',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { name: 'Registrations report' }).waitFor();
      await look();
      await press(screen, 'Last month');
      await page
        .getByText(/registrations?/)
        .last()
        .waitFor();
    },
  },
  {
    name: 'data requests',
    at: '/admin/data-requests',
    open: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'super admins',
    at: '/admin/super-admins',
    open: async (screen, look) => {
      await screen.page.getByText('1 method').first().waitFor();
      await look();
      await press(screen, /^Reset sign-in methods/);
      await asks(/^Reset sign-in methods/)(screen, look);
    },
  },
  {
    name: 'settings',
    at: '/admin/settings',
    open: ({ page }) => page.getByLabel('Low school balance').waitFor(),
  },
  {
    name: 'security',
    at: '/admin/security',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByText('You sign in with your password alone.').waitFor();
      await look();
      await press(screen, 'Add method');
      const dialog = page.getByRole('dialog', { name: 'Add method' });
      await dialog.getByLabel('Your password', { exact: true }).fill(staff.password);
      await look('the password');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByRole('radio', { name: 'Authenticator app' }).check();
      await look('the method');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      await look('the app');
      await given(page, 'addSecondFactor', {
        recoveryCodes: Array.from({ length: 10 }, (_, at) => `ABCDE FGHI${at}`),
      });
      await dialog.getByLabel('Enter the code of your app').fill('000000');
      await dialog.getByRole('button', { name: 'Add app' }).click();
      await dialog.getByText('Save these codes. They are shown once.').waitFor();
    },
  },
  {
    name: 'schools',
    at: () => `/admin/schools?q=${encodeURIComponent(school.name)}`,
    open: async (screen, look) => {
      const { page } = screen;
      await press(screen, `Add payment, ${school.name}`);
      await page.getByLabel('Amount').waitFor();
      await look('add payment');
      await close(screen);
      await look('the list');
      await press(screen, `Sessions, ${school.name}`);
      await page.getByText('There are no students enrolled in this session.').waitFor();
      await look('the sessions');
      await press(screen, 'Continue');
      await page.getByRole('checkbox', { name: 'Add all' }).waitFor();
    },
  },
  {
    name: 'refund of seminary study',
    at: '/study-abroad-refund/nobody-at-all/1/1',
    expected: refusedCalls,
    open: says('No student found'),
  },
  {
    name: 'second payment of seminary study',
    at: () => `/study-abroad-second-payment/${joining.id}/${joining.programs[0]?.programId}/TTI`,
    expected: refusedCalls,
    open: isTitled('Second payment'),
  },
]);

lookAt('tech support', { devices: devicesOf.office, signIn: asStaff(() => techSupport) }, [
  {
    name: 'users',
    at: '/admin/users',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { name: 'Users – Admins' }).waitFor();
      await look();
      await press(screen, 'Add new admin');
      const dialog = page.getByRole('dialog', { name: 'Add new admin' });
      await dialog.getByLabel('Login name').fill('somebody');
      await dialog.getByLabel('School admin').check();
      await look('add');
      await close(screen);
      await press(screen, /^Edit /);
      const edit = page.getByRole('dialog', { name: /^Edit / });
      await edit.getByRole('checkbox', { name: 'Active' }).click();
    },
  },
  {
    name: 'webhooks',
    at: '/admin/webhooks',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
      await look();
      await press(screen, 'Add address');
      await asks('Add address')(screen, look);
    },
  },
]);

lookAt('a school', { devices: devicesOf.office, signIn: asStaff(() => schoolAdmin) }, [
  {
    name: 'sessions of the school',
    at: '/admin/schools',
    open: async (screen, look) => {
      await screen.page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
      await look();
      await press(screen, 'Add a new session');
      await screen.page.getByLabel('Start time').waitFor();
    },
  },
  {
    name: 'students of the school',
    at: '/admin/school-manage-students',
    open: ({ page }) => page.getByRole('rowheader', { name: 'Adler, Rivka' }).waitFor(),
  },
  {
    name: 'account of the school',
    at: '/admin/school-account',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByText('$2,000.00').first().waitFor();
      await look();
      await press(screen, 'Add payment');
      await page.getByLabel('Amount').fill('120.50');
      await look('the amount');
      await press(screen, 'Continue');
      await page.getByLabel('Card number').waitFor();
    },
  },
  {
    name: 'grades of the school',
    at: '/admin/school-registrations-report',
    open: isTitled('Grades'),
  },
]);

const step = { methods: ['totp', 'recovery'], mustSetUp: false };
async function logIn(screen: Screen, answer: object): Promise<void> {
  const { page } = screen;
  await given(page, 'adminLogin', { secondFactor: answer });
  await page.goto('/admin/login');
  await page.getByLabel('User name').fill('somebody');
  await page.getByLabel('Password', { exact: true }).fill('Right4Tests!');
  await press(screen, 'Login');
}

lookAt('staff without a session', { devices: devicesOf.office, signIn: asNobody }, [
  {
    name: 'login of staff',
    at: '/admin/login',
    open: ({ page }) => page.getByLabel('User name').waitFor(),
  },
  {
    name: 'second step',
    at: null,
    expected: refusedCalls,
    open: async (screen, look) => {
      await logIn(screen, step);
      await screen.page.getByLabel('Enter the code of your app').waitFor();
      await look('the code of the app');
      await press(screen, 'Use a recovery code');
      await screen.page.getByLabel('Use a recovery code').fill('AAAAA AAAAA');
      await refuse(screen.page, 'secondFactor', 422, 'code_wrong', 'It is not correct.');
      await press(screen, 'Login');
      await screen.page.getByText('It is not correct.').waitFor();
    },
  },
  {
    name: 'second step to set up',
    at: null,
    open: async (screen) => {
      await logIn(screen, { methods: [], mustSetUp: true });
      await screen.page.getByRole('radio', { name: 'Authenticator app' }).check();
    },
  },
  {
    name: 'forgot password of staff',
    at: '/adminForgotPassword',
    open: ({ page }) => page.getByLabel('Email').waitFor(),
  },
  {
    name: 'create password of staff',
    at: null,
    open: async ({ page }) => {
      const link = { valid: true, type: 'create', loginName: 'somebody' };
      await given(page, 'adminConfirmToken', link);
      await page.goto('/admin/create/1/abc');
      await page.getByLabel('Password', { exact: true }).waitFor();
    },
  },
]);
