import { beforeAll, describe, expect, test } from '@jest/globals';
import * as contract from '@portal/contract/seminary/study';
import type { Person } from '../../../../portal-user/person.ts';
import { signedInStaff } from '../../../people/staff.ts';
import {
  anInterested,
  aProgram,
  aStudyCard,
  atTti,
  studyBook,
} from '../../../people/tti-students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();
let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_ADMISSIONS');
});

/** Creates a student who has paid the first instalment of a programme by card. */
async function withFirstPart(about: Partial<ReturnType<typeof aProgram>> = {}) {
  const student = await anInterested({ programs: [aProgram(about)] });
  const programId = student.programs[0]?.programId as number;
  const method = await aStudyCard();
  await office.do(contract.chargeAndJoin, {
    ttiStudentId: student.id,
    programId,
    paymentTo: 'TTI',
    fullJoin: false,
    amount: 500,
    ...method,
  });
  const { programs } = await atTti(student.id);
  return { id: student.id, programId, studentProgramId: programs[0]?.studentProgramId as number };
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('admissions take the rest with a new card that is saved first', async () => {
    const { id, programId } = await withFirstPart();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAsStaff(
          screen,
          'ROLE_ADMISSIONS',
          `/study-abroad-second-payment/${id}/${programId}/TTI`,
        );
        await page.getByRole('heading', { name: 'Second payment' }).waitFor();
        expect(await page.title()).toBe('Second payment | Student portal');
        await page.getByText('Student already paid $500.00 for seminary study.').waitFor();
        await page.getByText('$700.00').waitFor();

        await page.getByRole('radio', { name: 'New card' }).check();
        const last4 = await typeCard(page);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('The payment method was saved.').waitFor();
        await page.getByRole('radio', { name: `Card ending in ${last4}` }).waitFor();
        expect(await studyBook(id)).toEqual(['authCapture 500']);

        await page.getByRole('checkbox', { name: /I agree to the terms/ }).check();
        await page.getByRole('button', { name: 'Pay', exact: true }).click();
        await page.getByText('The payment of $700.00 was received.').waitFor();
        await page.getByRole('table', { name: 'Payments 2' }).waitFor();
        expect(await studyBook(id)).toEqual(['authCapture 500', 'authCapture 700']);

        await page.goto(`/study-abroad-second-payment/${id}/${programId}/XX`);
        await page.getByText('"PaymentTo" not recognized.').waitFor();
      },
      /40[49]|422/,
    );
  });

  test('admissions refund all of it, once', async () => {
    const { id, programId, studentProgramId } = await withFirstPart();
    const path = `/study-abroad-refund/${id}/${programId}/${studentProgramId}`;
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const refund = page.getByRole('button', { name: 'Refund and unjoin' });
        await openAsStaff(screen, 'ROLE_ADMISSIONS', path);
        await page.getByRole('heading', { name: 'Seminary study refund' }).waitFor();
        expect(await page.title()).toBe('Seminary study refund | Student portal');
        await page.getByRole('table', { name: 'Payments 1' }).waitFor();
        const amount = page.getByLabel('Refund amount');
        expect(await amount.inputValue()).toBe('500.00');

        await amount.fill('500.01');
        await page
          .getByText('Refund amount cannot be more than the original refund amount.')
          .waitFor();
        expect(await refund.isDisabled()).toBe(true);
        await amount.fill('500');
        await page.keyboard.press('Enter');
        await page.getByText('$500.00 was refunded.').waitFor();
        await page.getByText('Nothing is left to refund.').waitFor();
        expect(await refund.isDisabled()).toBe(true);
        expect((await atTti(id)).programs[0]?.active).toBe(false);

        await page.goto(`/study-abroad-refund/nobody-at-all/${programId}/${studentProgramId}`);
        await page.getByText('No student found').waitFor();
      },
      /40[49]|422/,
    );
  });
});
