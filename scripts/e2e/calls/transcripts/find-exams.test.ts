import { randomInt } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getAllActiveExams } from '@portal/contract/exams/exams';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { findStudentExams } from '@portal/contract/students/transcripts';
import { sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import type { Person } from '../../../portal-user/person.ts';
import { knownAtVendors, resultAtCoopersmith, resultAtTal } from '../../exams/vendors.ts';
import { aSeminarian, settled } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, type Enrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

interface OfCatalogue {
  id: number;
  vendor_id: number;
  credits: number;
  secularNumber: string;
  subject: string;
}
let admin: Person;
let advisor: Person;
let tal: OfCatalogue;
let cis: OfCatalogue;
let ccc: OfCatalogue;
beforeAll(async () => {
  [admin, advisor] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_ADVISOR'),
  ]);
  const exams = (await admin.do(getAllActiveExams, {})) as OfCatalogue[];
  const ofVendor = (id: number) => exams.find(({ vendor_id }) => vendor_id === id) as OfCatalogue;
  [tal, cis, ccc] = [ofVendor(1), ofVendor(4), ofVendor(3)];
});
afterEach(() => mendPartners());

const find = (jseId: string) => advisor.do(findStudentExams, { jseId });
const notFound = (code: 'not_found') => ({ status: 404, code, detail: 'No student found' });
const jseIdOf = async ({ id }: Enrolled) =>
  (await advisor.do(adminGetStudentInfo, { studentId: id })).student.jseId as string;
/** Sets a JSE id of a seminary student that differs from that of the student on record. */
async function ownJseId(seminaryStudentId: number): Promise<string> {
  const jseId = `S${randomInt(1e9)}`;
  await sql('seminary', 'UPDATE seminary_student SET jse_id = $2 WHERE id = $1', [
    seminaryStudentId,
    jseId,
  ]);
  return jseId;
}
/** Returns a seminary exam as the call shows it, by default passed with 91. */
const shown = (exam: OfCatalogue, about: object = {}) => ({
  courseNumber: exam.secularNumber,
  subject: exam.subject,
  credits: exam.credits,
  examTakenDate: '2025-02-03',
  isOnline: false,
  result: 'Pass',
  score: '91',
  vendorId: exam.vendor_id,
  ...about,
});

describe('findStudentExams', () => {
  test('gives results of TAL and CIS and redeemable seminary exams, newest first', async () => {
    const student = await knownAtVendors();
    await Promise.all([
      resultAtTal(student.talId, { takenOn: '2024-05-04' }),
      resultAtTal(student.talId, {
        examCode: 'CIS-205',
        subject: 'Accounting',
        vendor: 'CIS',
        online: true,
        takenOn: '2026-06-01',
        result: 'Fail',
        score: 40,
      }),
      resultAtCoopersmith(student.cccId),
      aSeminarian(admin, student, [
        { examId: tal.id },
        { examId: cis.id, gradeComment: null, day: '2025-03-04' },
        { examId: tal.id, gradeComment: 'Disqualified', day: '2025-01-02' },
        { examId: ccc.id },
      ]),
    ]);
    expect(await find(await jseIdOf(student))).toEqual([
      {
        courseNumber: 'CIS-205',
        subject: 'Accounting',
        credits: null,
        score: null,
        examTakenDate: '2026-06-01',
        isOnline: true,
        result: 'Fail',
        vendorId: 4,
      },
      shown(cis, { examTakenDate: '2025-03-04', result: 'Pending', score: null }),
      shown(tal),
      shown(tal, {
        examTakenDate: '2025-01-02',
        result: 'Disqualified',
        score: null,
        credits: null,
      }),
      {
        courseNumber: 'TAL-101',
        subject: 'Ethics',
        credits: 3,
        score: '88',
        examTakenDate: '2024-05-04',
        isOnline: false,
        result: 'Pass',
        vendorId: 1,
      },
    ]);
  });

  test('omits seminary exams that are redeemed, discarded or in the results', async () => {
    const [discarded, reported] = await Promise.all([knownAtVendors(), knownAtVendors()]);
    await settled(await aSeminarian(admin, discarded, [{ examId: tal.id }]), 2, discarded.id);
    expect(await find(await jseIdOf(discarded))).toEqual([]);

    await resultAtTal(reported.talId);
    const seminaryStudentId = await aSeminarian(admin, reported, [{ examId: tal.id }]);
    const jseId = await jseIdOf(reported);
    expect(await find(jseId)).toHaveLength(2);
    const [result] = await sql<{ vendor_reference: string }>(
      'transcripts',
      'SELECT vendor_reference FROM exam_result WHERE student_id = $1',
      [reported.id],
    );
    await sql(
      'seminary',
      'UPDATE seminary_exam SET tal_reference = $2 WHERE seminary_student_id = $1',
      [seminaryStudentId, result?.vendor_reference],
    );
    expect(await find(jseId)).toMatchObject([{ courseNumber: 'TAL-101' }]);
  });

  test("finds seminary-only students, and linked students by the seminary's id", async () => {
    const stranger = { ...(await anEnrolled()), firstName: 'Tirza', lastName: 'Elsewhere' };
    const seminaryStudentId = await aSeminarian(admin, stranger, [{ examId: cis.id }]);
    const jseId = await ownJseId(seminaryStudentId);
    expect(await find(jseId)).toEqual([shown(cis)]);

    const student = await knownAtVendors();
    await resultAtTal(student.talId);
    await settled(seminaryStudentId, 1, student.id);
    expect(await find(jseId)).toMatchObject([{ courseNumber: 'TAL-101', score: '88' }]);
  });

  test('gives no exams of a student without any, and calls no vendor without an id', async () => {
    await breakPartner({ partner: 'tal', mode: 'error' });
    expect(await find(await jseIdOf(await anEnrolled()))).toEqual([]);
  });

  test('does not find an unknown JSE id', async () => {
    expect(refusal(await advisor.ask(findStudentExams, { jseId: 'none of them' }))).toEqual(
      notFound('not_found'),
    );
  });

  test('responds with an error when TAL fails, and does not call Coopersmith', async () => {
    const student = await knownAtVendors();
    await resultAtTal(student.talId);
    const jseId = await jseIdOf(student);
    await breakPartner({ partner: 'tal', mode: 'error' });
    expect(refusal(await advisor.ask(findStudentExams, { jseId }))).toEqual({
      status: 502,
      code: 'partner_failed',
      detail: 'Could not retrieve exams',
    });
    await mendPartners();
    await breakPartner({ partner: 'coopersmith', mode: 'error' });
    expect(await find(jseId)).toMatchObject([{ vendorId: 1 }]);
  });
});
