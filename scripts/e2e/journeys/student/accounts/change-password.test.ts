import { expect, test } from '@jest/globals';
import { login } from '@portal/contract/students/auth';
import { getCreditsInfo } from '@portal/contract/students/student';
import { mailTo } from '../../../../portal/mails.ts';
import { until } from '../../../../portal/until.ts';
import { Person } from '../../../../portal-user/person.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const newPassword = 'Brand/new4me!';
// a browser logs refusals as errors: that of a wrong current password, and those of calls in the
// session that the change ends
const refusals = /status of (422|401)/;

test.each(devicesOf.student)(
  'on a %s, a student changes the password, stays logged in, and is logged out elsewhere',
  async (device) => {
    const student = await aStudent();
    const [forgotten, elsewhere] = [new Person(), new Person()];
    await forgotten.do(login, { email: student.email, password: student.password });
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/myaccount');
        await page.getByText('This device').waitFor();
        await page.getByRole('button', { name: 'Log out everywhere else' }).click();
        await until(
          () => forgotten.ask(getCreditsInfo, {}),
          ({ status }) => status === 401,
        );
        await elsewhere.do(login, { email: student.email, password: student.password });
        await page.getByRole('button', { name: 'Change password' }).click();
        const dialog = page.getByRole('dialog', { name: 'Change password' });
        const save = dialog.getByRole('button', { name: 'Save' });
        await dialog.getByLabel('Current password').fill('Wrong4Tests!');
        await dialog.getByLabel('New password').fill('tooweak');
        expect(await save.isDisabled()).toBe(true);
        await dialog.getByLabel('New password').fill(newPassword);
        await save.click();
        await dialog.getByText('Your current password is not correct.').waitFor();
        await dialog.getByLabel('Current password').fill(student.password);
        await page.keyboard.press('Enter');
        await page
          .getByText('Your password was changed. Every other device was logged out.')
          .waitFor();
        await page.reload();
        await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
      },
      refusals,
    );
    expect((await elsewhere.ask(getCreditsInfo, {})).status).toBe(401);
    await new Person().do(login, { email: student.email, password: newPassword });
    await mailTo(student.email, 'Your JSE password was changed');
  },
);
