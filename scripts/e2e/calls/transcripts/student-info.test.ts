import { afterEach, describe, expect, test } from '@jest/globals';
import { getPackagesTypesToDisplay, purchasePackage } from '@portal/contract/purchases/payments';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { knownAtVendors, resultAtCoopersmith, resultAtTal } from '../../exams/vendors.ts';
import { aPayer } from '../../payments/refunds.ts';
import { aSeminarian } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const SCHOOL = 151;
afterEach(() => mendPartners());

describe('adminGetStudentInfo', () => {
  test('gives the record, and the exams of both vendors', async () => {
    const [admin, student] = await Promise.all([signedInStaff('ROLE_ADMIN'), knownAtVendors()]);
    await resultAtTal(student.talId);
    await resultAtTal(student.talId, {
      examCode: 'CIS-205',
      subject: 'Accounting',
      vendor: 'CIS',
      online: true,
      takenOn: '2026-06-01',
      result: 'Fail',
      score: 40,
    });
    await resultAtCoopersmith(student.cccId);
    const found = await admin.do(adminGetStudentInfo, { student_id: student.id });
    expect(found).toMatchObject({
      student: { id: student.id, lastName: student.lastName },
      registrations: [],
      charges: [],
      talExamsResponse: [
        {
          courseNumber: 'TAL-101',
          subject: 'Ethics',
          credits: 3,
          isOnline: false,
          examTakenDate: '2026-05-04',
          result: 'Pass',
          score: '88',
          vendorId: 1,
        },
        { courseNumber: 'CIS-205', isOnline: true, result: 'Fail', score: null, vendorId: 4 },
      ],
      coopersmithExams: [{ courseNumber: 'CCC-301', result: 'Pass', score: '84', vendorId: 3 }],
      talError: null,
      coopersmithError: null,
      missingTalGuid: false,
      coopersmithStudentAssignedIdError: null,
      talLatestTranscriptRequest: null,
      coopersmithLatestTranscriptRequest: null,
      seminaryCreditsBlock: false,
      transcriptBlocks: { tal: [], coopersmith: [] },
    });
    expect(found.collegeName).toBe(found.student.collegeName);
    expect(found.talExamsResponse?.[1]).toMatchObject({ credits: null });
  });

  test('gives all roles registrations, and charges to roles that may refund', async () => {
    const [admin, support, payer] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_TECH_SUPPORT'),
      aPayer(),
    ]);
    const about = { studentId: payer.id };
    const forAdmin = await admin.do(adminGetStudentInfo, about);
    expect(forAdmin).toMatchObject({ missingTalGuid: true, charges: [] });
    expect(forAdmin.registrations).not.toEqual([]);
    const forSupport = await support.do(adminGetStudentInfo, about);
    const withoutLogs = forAdmin.registrations.map((one) => ({ ...one, logs: [] }));
    expect(forSupport.registrations).toEqual(withoutLogs);
    expect(forSupport.charges).toContainEqual(
      expect.objectContaining({ id: payer.additionalCharge.id, chargeTypeId: '3' }),
    );
  });

  test('gives all movements of credits, with the refunds that each role may make', async () => {
    const [admin, superAdmin, support, student] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SUPER_ADMIN'),
      signedInStaff('ROLE_TECH_SUPPORT'),
      anEnrolled(),
    ]);
    const { packages } = await superAdmin.do(getPackagesTypesToDisplay, { student_id: student.id });
    const offer = packages.find(({ is_default }) => is_default);
    const given = { student_id: student.id, packageId: offer?.id as number };
    await superAdmin.do(purchasePackage, given);
    const row = {
      transaction_type: 'P',
      credit_amount: offer?.number_of_credits,
      balance: offer?.number_of_credits,
      packageTupePurchasePrice: 0,
      packageActive: true,
    };
    for (const [person, refundButton] of [
      [admin, null],
      [superAdmin, 'remove'],
      [support, 'remove'],
    ] as const) {
      const { transactionLogs } = await person.do(adminGetStudentInfo, { studentId: student.id });
      expect(transactionLogs).toMatchObject([{ ...row, refundButton }]);
    }
  });

  test('reports a failing vendor, with its last results', async () => {
    const [advisor, known, strange] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      knownAtVendors(),
      knownAtVendors(),
    ]);
    await resultAtTal(known.talId);
    await advisor.do(adminGetStudentInfo, { studentId: known.id });
    await breakPartner({ partner: 'tal', mode: 'error' });
    const [after, never] = await Promise.all([
      advisor.do(adminGetStudentInfo, { studentId: known.id }),
      advisor.do(adminGetStudentInfo, { studentId: strange.id }),
    ]);
    const failed = { talError: 'Could not retrieve exams', coopersmithError: null };
    expect(after).toMatchObject({ ...failed, talExamsResponse: [{ courseNumber: 'TAL-101' }] });
    expect(never).toMatchObject({ ...failed, talExamsResponse: null });
    expect(never.transcriptBlocks.tal).toEqual([]);
  });

  test('gives the blocks of a transcript in order, except to school admins', async () => {
    const [admin, school, student] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: SCHOOL }),
      anEnrolled({ schoolId: SCHOOL, collegeId: undefined }),
    ]);
    await aSeminarian(admin, student, [{ examId: 401 }]);
    const seen = await admin.do(adminGetStudentInfo, { studentId: student.id });
    expect(seen).toMatchObject({
      collegeName: 'Undecided',
      missingTalGuid: true,
      seminaryCreditsBlock: true,
      transcriptBlocks: {
        tal: [
          { code: 'no_college', text: 'No college on record', overridable: false },
          { code: 'unredeemed_seminary', text: 'Student has unredeemed seminary exams' },
          { code: 'tal_id_missing', text: 'TAL id is missing from student record' },
          { code: 'no_exams', text: 'Student did not take any exams' },
        ],
        coopersmith: [{ code: 'no_college' }, { code: 'no_exams' }],
      },
    });
    expect(await school.do(adminGetStudentInfo, { studentId: student.id })).toMatchObject({
      student: { id: student.id },
      transcriptBlocks: { tal: [], coopersmith: [] },
    });
  });

  test('does not find unknown students, or those of other schools for a school admin', async () => {
    const [admin, school, other] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: SCHOOL }),
      anEnrolled(),
    ]);
    const notFound = { status: 404, code: 'student_not_found', detail: 'No student found' };
    expect(
      refusal(await admin.ask(adminGetStudentInfo, { studentId: 2_000_000_009 })),
    ).toMatchObject(notFound);
    expect(refusal(await school.ask(adminGetStudentInfo, { studentId: other.id }))).toMatchObject(
      notFound,
    );
  });
});
