import { beforeAll } from '@jest/globals';
import { sat } from '../../../exams/papers.ts';
import { type Staff, someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import { refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { asks, asStaff, isTitled, lookAt, press, says, type View } from '../../browser/views.ts';

let staff: Staff;
let support: Staff;
let techSupport: Staff;
let registrationId: number;
beforeAll(async () => {
  [staff, support, techSupport, { registrationId }] = await Promise.all([
    someStaff('ROLE_SUPER_ADMIN', { passwordHash: quickHash }),
    someStaff('ROLE_SUPPORT', { passwordHash: quickHash }),
    someStaff('ROLE_TECH_SUPPORT', { passwordHash: quickHash }),
    sat(),
  ]);
});

const table = (...lines: string[]) => ({
  name: 'table.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const choose = ({ page }: Screen, file: ReturnType<typeof table>): Promise<void> =>
  page.setInputFiles('input[type=file]', file);
const part = (name: string, search = '') =>
  `/admin/catalogue?${new URLSearchParams({ part: name, search })}`;

/** A tab of the catalogue, and the dialogs that its buttons open. */
const catalogue = (
  name: string,
  search: string,
  buttons: Readonly<Record<string, RegExp>>,
): View => ({
  name,
  at: part(name, search),
  open: async (screen, look) => {
    const { page } = screen;
    await page.getByRole('region').first().waitFor();
    for (const [state, button] of Object.entries(buttons)) {
      if (state === Object.keys(buttons)[0]) await look();
      await press(screen, button);
      await page.getByRole('dialog').waitFor();
      if (state === Object.keys(buttons).at(-1)) return;
      await look(state);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  },
});

lookAt('the catalogue', { devices: devicesOf.office, signIn: asStaff(() => staff) }, [
  catalogue('exams', 'algebra', {
    add: /^Add exam/,
    edit: /^Edit /,
    retire: /^Retire /,
    preview: /^Preview as student /,
  }),
  catalogue('materials', 'algebra', {
    edit: /^Edit /,
    retire: /^Retire /,
  }),
  catalogue('packages', '', { add: /^Add package/, edit: /^Edit / }),
  catalogue('prices', '', { set: /^Set price / }),
  catalogue('locations', '', { add: /^Add location/, edit: /^Edit / }),
  catalogue('vendors', '', {}),
  {
    name: 'catalogue without results',
    at: part('exams', 'no exam of this name'),
    open: says('No results found.'),
  },
  {
    name: 'add material',
    at: part('materials', 'algebra'),
    open: async (screen) => {
      await press(screen, 'Add material');
      await screen.page.getByRole('dialog').getByLabel('Title').fill('Guide');
    },
  },
  {
    name: 'preview as one student',
    at: part('exams', 'algebra'),
    open: async (screen) => {
      await press(screen, /^Preview as student /);
      const dialog = screen.page.getByRole('dialog');
      await dialog.getByText('One student').click();
      await dialog.getByRole('textbox', { name: 'Student' }).waitFor();
    },
  },
  {
    name: 'exam with a wrong field',
    at: part('exams', 'algebra'),
    expected: refusedCalls,
    open: async (screen) => {
      const { page } = screen;
      await press(screen, /^Edit /);
      const form = page.getByRole('dialog');
      await form.getByLabel('Credits').fill('13');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Credits must be 0 to 12.').waitFor();
    },
  },
  {
    name: 'import of exams',
    at: '/admin/catalogue/import',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
      await look();
      await choose(screen, table('id,vendor,secularNumber,credits', ',TAL,NEW-1,13'));
      await press(screen, 'Check file');
      await page.getByText('Error', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'study materials',
    at: '/admin/study-materials?q=algebra',
    open: async (screen, look) => {
      const { page } = screen;
      await page
        .getByRole('list', { name: /^Materials of/ })
        .first()
        .waitFor();
      await look();
      await press(screen, 'Filters');
      await page.getByRole('menuitem', { name: 'Save this filter' }).waitFor();
      await look('the filters');
      await page.getByRole('menuitem', { name: 'Save this filter' }).click();
      await asks('Save this filter')(screen, look);
    },
  },
  {
    name: 'study materials without results',
    at: '/admin/study-materials?q=zzzz',
    open: says('No results found.'),
  },
]);

lookAt('uploads', { devices: devicesOf.office, signIn: asStaff(() => staff) }, [
  {
    name: 'batch of grades',
    at: '/admin/upload-batch',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByText('Please choose a file.').waitFor();
      await look();
      const good = `${registrationId},88,Pass`;
      await choose(
        screen,
        table('registration_id,grade,grade_comment', good, '2147483647,12,Fail'),
      );
      await page.getByRole('row', { name: /^3 Error Registration not found\./ }).waitFor();
      await look('the preview');
      await press(screen, 'Upload');
      await page.getByText('1 rows have errors. Nothing was saved.').waitFor();
    },
  },
  {
    name: 'paper of a seminary student',
    at: '/admin/upload-seminary-test',
    open: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'seminary students',
    at: '/admin/seminary-students',
    open: async (screen, look) => {
      await screen.page.getByRole('heading', { level: 1 }).waitFor();
      await look();
      await press(screen, /^Add /);
      await screen.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'import of students',
    at: '/admin/import-students',
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { name: 'Earlier imports' }).waitFor();
      await look();
      await page.getByRole('combobox', { name: 'School' }).click();
      await page.getByRole('option').first().click();
      const rows = [
        'first_name,last_name,dob,last4,gender',
        'Ruth,Moab,02/30/2001,1234,F',
        'Naomi,Moab,02/03/2001,4321,F',
      ];
      await choose(screen, table(...rows));
      await press(screen, 'Read the file');
      await page.getByRole('list', { name: 'Required fields' }).waitFor();
    },
  },
  {
    name: 'invitation of a non-member',
    at: '/admin/non-member-invite',
    open: async ({ page }, look) => {
      await page.getByRole('heading', { name: 'Non-member invite' }).waitFor();
      await look();
      await page.getByRole('combobox', { name: 'College' }).focus();
      await page.keyboard.type('wood');
      await page.getByRole('option').first().waitFor();
    },
  },
]);

lookAt('tech support', { devices: devicesOf.office, signIn: asStaff(() => techSupport) }, [
  {
    name: 'invoice',
    at: '/admin/upload-tal-invoice',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByText('Please choose a file.').waitFor();
      await look();
      await choose(
        screen,
        table(
          'invoice_number,invoice_date,last_name,first_name,exam_code,exam_date,amount',
          'N-1,2026-11-01,Nobody,Here,X,2026-03-10,45.50',
          'N-1,2026-11-01,A,B,X,soon,5',
        ),
      );
      await page.getByRole('row', { name: /^3 Error exam_date: Date invalid/ }).waitFor();
    },
  },
]);

lookAt('support', { devices: devicesOf.office, signIn: asStaff(() => support) }, [
  {
    name: 'tools of support',
    at: '/admin/adminSupport',
    open: isTitled('Admin support'),
  },
]);
