import { describe, expect, test } from '@jest/globals';
import { getAllActiveExams } from '@portal/contract/exams/exams';
import {
  getPackagesTypesToDisplay,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { settle } from '../../../../../portal/processor.ts';
import { booked, examThat, rowOf, savedCard } from '../../../../exams/registrations.ts';
import { aSession } from '../../../../exams/sessions.ts';
import { knownAtVendors, resultAtTal, transcriptsAt } from '../../../../exams/vendors.ts';
import { refundsOf } from '../../../../payments/refunds.ts';
import { aSeminarian } from '../../../../people/seminary-students.ts';
import { signedInStaff } from '../../../../people/staff.ts';
import { aStudent } from '../../../../people/students.ts';
import { withBrowser } from '../../../browser/with-browser.ts';
import { atTheOffice, find } from './steps-hand.ts';

withBrowser();

describe('few steps lead the office', () => {
  // the documents: first name, last name, Search, expand the card (its table has the sessions)
  test('from its first page to the next session of a student: 2', async () => {
    const student = await aStudent({ credits: 8 });
    const exam = await examThat(student.person);
    await booked(student.person, exam, await aSession());
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, `${student.lastName} ${student.firstName}`, {
        of: student.lastName,
        at: 'My exams',
      });
      const coming = page.getByRole('region', { name: 'Coming up' });
      await coming.getByText(exam.subject).first().waitFor();
      await coming
        .getByText(/\d{1,2}:\d{2} [AP]M ET/)
        .first()
        .waitFor();
      expect(hand.steps).toBeLessThanOrEqual(2);
    });
  });

  // the documents: first name, last name, Search, More, the exam, Enter, GET, Schedule, the session
  test('to a student who is registered and booked: 4', async () => {
    const student = await aStudent({ credits: [{ credits: 8, proctorFeeCents: 0 }] });
    const exam = await examThat(student.person);
    await aSession();
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, `${student.lastName} ${student.firstName} / ${exam.subject}`, {
        of: student.lastName,
        at: exam.subject,
      });
      await hand.click(page.getByRole('button', { name: `GET ${exam.subject}`, exact: true }));
      const picker = page.getByRole('dialog', { name: 'Schedule session' });
      await picker.locator('input[type="radio"]:checked').waitFor({ state: 'attached' });
      await hand.click(picker.getByRole('button', { name: 'Continue' }));
      await picker.waitFor({ state: 'detached' });
      expect((await rowOf(student.person, exam.id)).status).toBe('scheduled');
      expect(hand.steps).toBeLessThanOrEqual(4);
    });
  });

  // the documents: first name, last name, Search, More, My exams, Reschedule, the session
  test('to another session of a student: 3', async () => {
    const student = await aStudent({ credits: 8 });
    const exam = await examThat(student.person);
    const first = await aSession({ inHours: 20 * 24 });
    await booked(student.person, exam, first);
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, `${student.lastName} ${student.firstName} / reschedule`, {
        of: student.lastName,
        at: 'Reschedule',
      });
      const picker = page.getByRole('dialog', { name: 'Reschedule session' });
      await picker.locator('input[type="radio"]:checked').waitFor({ state: 'attached' });
      await hand.click(picker.getByRole('button', { name: 'Continue' }));
      await picker.waitFor({ state: 'detached' });
      const { status, testSessionId } = await rowOf(student.person, exam.id);
      expect([status, testSessionId !== first]).toEqual(['scheduled', true]);
      expect(hand.steps).toBeLessThanOrEqual(3);
    });
  });

  // the documents: first name, last name, Search, More, Student info, refund, Refund
  test('to a refunded package, its price confirmed: 3', async () => {
    const student = await aStudent();
    const { packages } = await student.person.do(getPackagesTypesToDisplay, {});
    const offer = packages.find(({ is_default }) => is_default) ?? packages[0];
    const { ccId } = await savedCard(student.person);
    const amount = offer?.purchase_price as number;
    const packageId = offer?.id as number;
    await student.person.do(purchasePackageWithProfile, { packageId, amount, ccId });
    await settle();
    await atTheOffice('ROLE_SUPER_ADMIN', async (hand, page) => {
      await find(hand, page, `${student.lastName} ${student.firstName} / refund`, {
        of: student.lastName,
        at: 'Refund a package',
      });
      const dialog = page.getByRole('dialog', { name: 'Refund package' });
      await hand.click(dialog.getByRole('button', { name: 'Refund', exact: true }));
      await page
        .getByText(/^Refunded \$/)
        .first()
        .waitFor();
      expect(await refundsOf(student)).toEqual([amount]);
      expect(hand.steps).toBeLessThanOrEqual(3);
    });
  });

  // the documents: first name, last name, Search, More, Seminary redemption, Continue,
  // Redeem Exams, Redeem Exams of the question
  test('to a seminary student who is redeemed, confirmed twice: 5', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const exams = (await admin.do(getAllActiveExams, {})) as { id: number; credits: number }[];
    const exam = exams.find(({ credits }) => credits > 0);
    const student = await aStudent({ credits: exam?.credits ?? 0 });
    await aSeminarian(admin, student, [{ examId: exam?.id ?? 0 }]);
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, `${student.lastName} ${student.firstName} / redemption`, {
        of: student.lastName,
        at: 'Seminary redemption',
      });
      await hand.click(page.getByRole('button', { name: 'Continue' }));
      await hand.click(page.getByRole('button', { name: 'Redeem Exams' }));
      const asks = page.getByRole('dialog', { name: 'Redeem Exams' });
      await hand.click(asks.getByRole('button', { name: 'Redeem Exams' }));
      await page.getByText(/^The exams were redeemed\./).waitFor();
      expect((await student.person.do(getCreditsInfo, {})).totalCredits).toBe(0);
      expect(hand.steps).toBeLessThanOrEqual(5);
    });
  });

  // the documents: first name, last name, Search, More, Transcripts, Request transcript
  test('from its first page to a transcript request: 3', async () => {
    const student = await knownAtVendors();
    await resultAtTal(student.talId);
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, `${student.lastName} ${student.firstName} / transcripts`, {
        of: student.lastName,
        at: 'Transcripts',
      });
      const tal = page.getByRole('region', { name: 'TAL and CIS' });
      await hand.click(tal.getByRole('button', { name: 'Request transcript' }));
      await tal.getByText('The transcript request was sent.').waitFor();
      expect(await transcriptsAt('tal', student.talId)).toHaveLength(1);
      expect(hand.steps).toBeLessThanOrEqual(3);
    });
  });
});
