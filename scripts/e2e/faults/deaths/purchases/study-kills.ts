import { expect, test } from '@jest/globals';
import { chargeAndJoin } from '@portal/contract/seminary/study';
import { until } from '../../../../portal/until.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { anInterested, aStudyCard, atTti, studyBook } from '../../../people/tti-students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import { persist } from '../../harness/people/buyer.ts';

/**
 * Failpoints of seminary and payments: before the charge, after it, before TTI is notified, during
 * the notification, and after it.
 */
const marks = [
  'seminary payStudy.charge.before',
  'payments chargeStudy.method.ran',
  'payments chargeStudy.charge.ran',
  'payments chargeStudy.settle.commit',
  'seminary payStudy.charge.ran',
  'seminary payStudy.charge.commit',
  'seminary payStudy.follow.before',
  'seminary followUp.tell.before',
  'seminary followUp.tell.after',
  'seminary followUp.joined',
  'seminary payStudy.follow.commit',
];

/** The card was charged, and TTI does not know of it. */
export const CHARGED = ['seminary payStudy.charge.ran'];

/**
 * F1 for seminary study: a service that dies at any step between the click and TTI leaves one
 * charge that TTI knows of once, and one member.
 */
export function studyKills(hurt: () => HurtPortal, at: readonly string[] = marks): void {
  const when =
    at.length > 1 ? 'at any step of joining' : 'after the charge and before TTI is notified';
  test(`F1: a service that dies ${when} charges once and notifies TTI once`, async () => {
    const { dieAt, diedAtAll } = hurt();
    const office = await signedInStaff('ROLE_ADMISSIONS');
    await withLeasesOf(1.5, async () => {
      for (const mark of at) {
        const { id, programs } = await anInterested();
        const card = await aStudyCard('TTINJ');
        dieAt(mark);
        const place = {
          ttiStudentId: id,
          programId: programs[0]?.programId as number,
          paymentTo: 'TTINJ',
        };
        const { payment } = await persist(office, chargeAndJoin, {
          ...place,
          fullJoin: true,
          amount: 1200,
          ...card,
        });
        await diedAtAll();
        expect(payment).toMatchObject({ Amount: 1200, PaymentGateway: 'TTINJ' });
        expect([mark, await studyBook(id, 'TTINJ')]).toEqual([mark, ['authCapture 1200']]);
        const member = await until(
          () => atTti(id),
          ({ member, payments }) => member && payments.length > 0,
          40,
        );
        expect([mark, member.payments.map(({ amount }) => amount)]).toEqual([mark, [1200]]);
      }
    });
    await sweep();
  });
}
