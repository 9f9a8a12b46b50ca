import { beforeAll, describe, expect, test } from '@jest/globals';
import * as contract from '@portal/contract/seminary/study';
import type { Page } from 'playwright-core';
import type { Person } from '../../../../portal-user/person.ts';
import { setStaffPassword, signedInStaff, someStaff } from '../../../people/staff.ts';
import {
  anInterested,
  anOwnInterested,
  aStudyCard,
  atTti,
  studyBook,
} from '../../../people/tti-students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_ADMISSIONS');
});

const place = (
  { ttiStudentId, programs }: { ttiStudentId: string; programs: readonly { programId: number }[] },
  account = 'TTI',
) => `${ttiStudentId}/${programs[0]?.programId}/${account}`;

async function typeBankAccount(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Bank account/ }).check();
  await page.getByLabel('Name on account').fill('Dana Levi');
  await page.getByLabel('Account type').selectOption('Savings');
  await page.getByLabel('Routing number').pressSequentially('121042882');
  await page.getByLabel('Account number').pressSequentially('9876543210');
}

/** Presses Tab until the button of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 40; presses++) {
    if (await button.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by the keyboard`);
}

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a declined student joins by bank account, and changes the payment method', async () => {
    const student = await anOwnInterested();
    const other = await anInterested();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const pay = page.getByRole('button', { name: 'Pay', exact: true });
        await openAs(screen, student, `/study-abroad/${place(student)}?fullJoin=true`);
        await page.getByRole('heading', { name: 'Seminary study' }).waitFor();
        expect(await page.title()).toBe('Seminary study | Student portal');
        await page.getByText('$1,200.00').waitFor();
        await page.getByText('Please fill in all the fields accurately.').waitFor();
        expect(await pay.isDisabled()).toBe(true);

        await typeCard(page, { zip: '46282' });
        await page.getByRole('checkbox', { name: /I agree to the terms/ }).check();
        await pay.click();
        await page.getByText('There was a problem charging your card.').waitFor();
        expect(await studyBook(student.ttiStudentId)).toEqual([]);

        await typeBankAccount(page);
        await pay.click();
        await page.getByText('The student is now a TTI member.').waitFor();
        await page.getByText('Bank account ending in 3210').waitFor();
        expect(await pay.count()).toBe(0);
        expect(await studyBook(student.ttiStudentId)).toEqual(['authCapture 1200']);
        expect(await atTti(student.ttiStudentId)).toMatchObject({
          member: true,
          payments: [{ amount: 1200 }],
        });

        await page.reload();
        await page.getByText('Student already paid $1,200.00 for seminary study.').waitFor();
        expect(await pay.count()).toBe(0);

        await page.goto(`/add-payment-method/${place(student, 'TTINJ')}`);
        await page.getByRole('heading', { name: 'Payment method', exact: true }).waitFor();
        expect(await page.title()).toBe('Payment method | Student portal');
        await page.getByText('None yet').waitFor();
        const last4 = await typeCard(page);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('The payment method was saved.').waitFor();
        await page.getByText(`Card ending in ${last4}`).waitFor();

        await page.goto(`/study-abroad/${other.id}/${other.programs[0]?.programId}/TTI`);
        await page.getByText('You can only do this for your own account.').waitFor();
      },
      /40[23]/,
    );
  });

  test('the office pays by keyboard after a changed amount, and reads link errors', async () => {
    const [student, staff] = await Promise.all([anInterested(), someStaff('ROLE_ADMISSIONS')]);
    await setStaffPassword(staff);
    const programId = student.programs[0]?.programId as number;
    const who = { ttiStudentId: student.id, programId };
    await office.do(contract.chargeAndJoin, {
      ...who,
      paymentTo: 'TTI',
      fullJoin: false,
      amount: 500,
      ...(await aStudyCard()),
    });
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await page.goto(
          `/study-abroad/${student.id}/${programId}/TTI?fullJoin=true&username=${staff.loginName}`,
        );
        await page.getByLabel('User name').fill(staff.loginName);
        await page.getByLabel('Password', { exact: true }).fill(staff.password);
        await page.getByRole('button', { name: 'Login' }).click();
        await page.getByText('Student already paid $500.00 for seminary study.').waitFor();
        await page.getByRole('region', { name: 'Student in view' }).waitFor();
        await page.getByText('Current payment method').waitFor();
        await page.getByText('$700.00').waitFor();

        // some of it is paid elsewhere in the meantime
        await payAtTti(student.id, programId, 100);
        await page.getByRole('checkbox', { name: /I agree to the terms/ }).press('Space');
        await tabTo(page, 'Pay');
        await page.keyboard.press('Enter');
        await page.getByText('The amount has changed. Please check it and try again.').waitFor();
        await page.locator('s', { hasText: '$700.00' }).waitFor();
        expect(await studyBook(student.id)).toEqual(['authCapture 500']);
        await page.getByRole('checkbox', { name: /I agree to the terms/ }).press('Space');
        await tabTo(page, 'Pay');
        await page.keyboard.press('Enter');
        await page.getByText('The student is now a TTI member.').waitFor();
        expect(await studyBook(student.id)).toEqual(['authCapture 500', 'authCapture 600']);

        for (const [path, sentence] of [
          [`nobody-at-all/${programId}/TTI`, 'No student found'],
          [`${student.id}/2100000/TTI`, 'Seminary study program interest not found'],
          [`${student.id}/x/TTI`, 'Seminary study program interest not found'],
          [`${student.id}/${programId}/XX`, '"PaymentTo" not recognized.'],
        ] as const) {
          await page.goto(`/study-abroad/${path}`);
          await page.getByRole('alert').getByText(sentence).waitFor();
        }
      },
      /40[49]|422/,
    );
  });
});

/** Pays at TTI itself. */
async function payAtTti(id: string, programId: number, amount: number): Promise<void> {
  const body = {
    reference: crypto.randomUUID(),
    programId,
    amount,
    paymentGateway: 'TTI',
    paymentMethodType: 'CC',
    last4: '1111',
    transId: 'elsewhere',
  };
  const answer = await fetch(`${process.env.SANDBOX_URL}/tti/students/${id}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error('TTI took no payment');
}
