import { describe, test } from '@jest/globals';
import { editStudent } from '@portal/contract/students/enrol';
import { sql } from '../../../../portal/databases.ts';
import { examThat, registered } from '../../../exams/registrations.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Creates a student with sixty old changes, who registered for an exam and moved house. */
async function aPast() {
  const [admin, student] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    aStudent({ credits: 20 }),
  ]);
  await registered(student.person, await examThat(student.person));
  await admin.do(editStudent, { student_id: student.id, city: 'Monsey' });
  await sql(
    'payments',
    `INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
       change, request_id)
     SELECT '2026-03-02T17:00:00Z', 'staff', 7, 'rivka', 'update', 'charge', n, $1,
       '{"note": ["old", "older"]}', 'e2e'
     FROM generate_series(1, 60) AS n`,
    [student.id],
  );
  return student;
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('an admin reads the history of a student, filters it, and pages back in time', async () => {
    const student = await aPast();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/profile/${student.id}`);
      await page
        .getByRole('navigation', { name: 'Student', exact: true })
        .getByRole('link', { name: 'History' })
        .click();
      await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
      await page.getByText(/city: .* → Monsey/).waitFor();
      await page.getByText(student.email).first().waitFor();

      await page.getByRole('button', { name: 'Show older' }).click();
      await page.getByText('Charge 1', { exact: true }).waitFor();

      await page.getByRole('combobox', { name: 'What' }).press('Enter');
      await page.getByRole('option', { name: 'Student record' }).click();
      await page.getByText('Charge 1', { exact: true }).waitFor({ state: 'hidden' });
      await page.getByText(/city: .* → Monsey/).waitFor();
      await page.getByLabel('To', { exact: true }).fill('2020-01-01');
      await page.getByText('No activity.').waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('Charge 60', { exact: true }).waitFor();
    });
  });
});
