import { expect, test } from '@jest/globals';
import { getAllActiveExams } from '@portal/contract/exams/exams';
import { refundPackage } from '@portal/contract/payments/transactions';
import {
  getPackagesTypesToDisplay,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { talReleaseExams } from '@portal/contract/seminary/redemption';
import { getCreditsInfo } from '@portal/contract/students/student';
import { requestTALTranscript } from '@portal/contract/students/transcripts';
import { sql } from '../../../../portal/databases.ts';
import { settle } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { savedCard } from '../../../exams/registrations.ts';
import { knownAtVendors, resultAtTal, transcriptsAt } from '../../../exams/vendors.ts';
import { refundsOf } from '../../../payments/refunds.ts';
import { aSeminarian } from '../../../people/seminary-students.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';
import { persist } from '../../harness/people/buyer.ts';

/** Kill -9 at every marked step of the office's commands for a student. */
export function officeKills(hurt: () => HurtPortal): void {
  test('F1: a service that dies during a redemption spends credits and grants once', async () => {
    const [admin, advisor] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    const exam = await anExamOfTal(admin);
    await killedEverywhere(hurt(), {
      steps: /^(seminary (redeem|tellTal)|payments spend|registration (reserve|confirm))/i,
      atLeast: 8,
      prepare: async () => {
        const student = await aStudent({ credits: exam.credits + 1 });
        const exams = [{ examId: exam.id }];
        return { student, seminaryStudentId: await aSeminarian(admin, student, exams) };
      },
      act: ({ student, seminaryStudentId }) =>
        persist(advisor, talReleaseExams, {
          student_id: student.id,
          seminaryStudentId,
          release: true,
        }),
      expectDoneOnce: async ({ student, seminaryStudentId }, mark) => {
        const { totalCredits } = await student.person.do(getCreditsInfo, {});
        expect([mark, totalCredits, await gradesOf(student.id)]).toEqual([mark, 1, [exam.id]]);
        const released = () =>
          sql(
            'seminary',
            'SELECT 1 FROM seminary_student WHERE id = $1 AND release_told_at IS NOT NULL',
            [seminaryStudentId],
          );
        await until(released, (rows) => rows.length === 1, 90);
      },
    });
  });

  test('F1: a service that dies during the refund of a package refunds it once', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^payments (refundPackage|makeRefunds)/,
      atLeast: 2,
      prepare: aPackageOwner,
      act: ({ id, packageId }) => persist(superAdmin, refundPackage, { student_id: id, packageId }),
      expectDoneOnce: async (owner, mark) => {
        const back = await until(
          () => refundsOf(owner),
          (sums) => sums.length > 0,
          60,
        );
        const { totalCredits } = await owner.person.do(getCreditsInfo, {});
        expect([mark, back, totalCredits]).toEqual([mark, [owner.price], 0]);
      },
    });
  });

  test('F1: transcripts that dies at any step of a request sends it to TAL once', async () => {
    const advisor = await signedInStaff('ROLE_ADVISOR');
    await killedEverywhere(hurt(), {
      steps: /^transcripts requestTranscript\./,
      atLeast: 4,
      prepare: async () => {
        const student = await knownAtVendors();
        await resultAtTal(student.talId);
        return student;
      },
      act: ({ id }) => persist(advisor, requestTALTranscript, { studentId: id }),
      expectDoneOnce: async ({ id, talId }, mark) => {
        const kept = await sql<{ state: string }>(
          'transcripts',
          'SELECT state FROM transcript_request WHERE student_id = $1',
          [id],
        );
        const atTal = await transcriptsAt('tal', talId);
        expect([mark, kept, atTal.length]).toEqual([mark, [{ state: 'sent' }], 1]);
      },
    });
  });
}

async function anExamOfTal(admin: Person): Promise<{ id: number; credits: number }> {
  const exams = await admin.do(getAllActiveExams, {});
  const exam = exams.find(({ vendor_id, credits }) => vendor_id === 1 && credits > 0);
  if (!exam) throw new Error('TAL has no exam');
  return exam;
}

/** Returns the exams that became results of a student by redemption. */
const gradesOf = async (studentId: number): Promise<number[]> =>
  (
    await sql<{ exam_id: string }>(
      'registration',
      `SELECT exam_id FROM registration
       WHERE student_id = $1 AND status = 'graded' AND seminary_redemption_date IS NOT NULL`,
      [studentId],
    )
  ).map(({ exam_id }) => Number(exam_id));

/** Creates a student who bought the first package by card; the processor has settled. */
async function aPackageOwner() {
  const student = await aStudent();
  const { packages } = await student.person.do(getPackagesTypesToDisplay, {});
  const offer = packages.find(({ is_default }) => is_default);
  if (!offer) throw new Error('no package is on offer');
  const { ccId } = await savedCard(student.person);
  const price = offer.purchase_price;
  await student.person.do(purchasePackageWithProfile, {
    packageId: offer.id,
    amount: price,
    ccId,
  });
  await settle();
  const [lot] = await sql<{ id: string }>('payments', 'SELECT id FROM lot WHERE student_id = $1', [
    student.id,
  ]);
  return { ...student, packageId: Number(lot?.id), price };
}
