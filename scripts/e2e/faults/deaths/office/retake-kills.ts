import { expect, test } from '@jest/globals';
import { payRetakeFeeAndRegisterWithPaymentProfile } from '@portal/contract/exams/retakes';
import type { Person } from '../../../../portal-user/person.ts';
import { graded, type Sat, sat } from '../../../exams/papers.ts';
import { rowOf, savedCard } from '../../../exams/registrations.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { distinctFailpoints } from '../../harness/failpoints.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import { chargesOf, persist } from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

const FEE = 60;

interface Retaker extends Sat {
  readonly ccId: string;
}

/** F1 for the office: kill -9 at every marked step of an approved retake with its fee. */
export function retakeKills(hurt: () => HurtPortal): void {
  test('F1: a service that dies during a retake with fee charges and registers once', async () => {
    const { dieAt, diedAtAll, forgetMarks, marksPassed } = hurt();
    const [superAdmin, support] = await Promise.all([
      signedInStaff('ROLE_SUPER_ADMIN'),
      signedInStaff('ROLE_SUPPORT'),
    ]);
    const first = await aRetaker(superAdmin);
    await quiet();
    forgetMarks();
    await retake(support, first);
    const marks = distinctFailpoints(marksPassed()).filter((mark) => /etake/.test(mark));
    expect(marks.length).toBeGreaterThan(8);

    await withLeasesOf(1.5, async () => {
      for (const mark of marks) {
        const one = await aRetaker(superAdmin);
        dieAt(mark);
        await retake(support, one);
        await diedAtAll();
      }
    });
    await sweep();
  });
}

/** Creates a student with a saved card who failed an exam. */
async function aRetaker(superAdmin: Person): Promise<Retaker> {
  const one = await sat();
  const [{ ccId }] = await Promise.all([
    savedCard(one.person),
    graded(superAdmin, [{ registrationId: one.registrationId, grade: '40', comment: 'Fail' }]),
  ]);
  return { ...one, ccId };
}

async function retake(support: Person, { id, person, exam, ccId }: Retaker): Promise<void> {
  const { registrationId } = await persist(support, payRetakeFeeAndRegisterWithPaymentProfile, {
    examId: exam.id,
    student_id: id,
    amount: FEE,
    ccId,
  });
  expect((await chargesOf({ id })).filter(({ amount }) => amount === FEE)).toHaveLength(1);
  expect(await rowOf(person, exam.id)).toMatchObject({
    registration_id: registrationId,
    status: 'registered',
    vendor_approved_retake_with_fee: true,
  });
}
