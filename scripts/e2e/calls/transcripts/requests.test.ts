import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { editStudent } from '@portal/contract/students/enrol';
import { savePartnerIds } from '@portal/contract/students/partner-ids';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { addTranscriptRequest, requestTALTranscript } from '@portal/contract/students/transcripts';
import { sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import type { Person } from '../../../portal-user/person.ts';
import {
  idsAtVendors,
  knownAtVendors,
  resultAtCoopersmith,
  resultAtTal,
  transcriptsAt,
} from '../../exams/vendors.ts';
import { aSeminarian } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let advisor: Person;
let admin: Person;
beforeAll(async () => {
  [advisor, admin] = await Promise.all([
    signedInStaff('ROLE_ADVISOR'),
    signedInStaff('ROLE_ADMIN'),
  ]);
});
afterEach(() => mendPartners());

const ask = (call: CallSpec, studentId: number, input: object = {}, key: string = randomUUID()) =>
  advisor.ask(call, { studentId, ...input }, key);
const toCoopersmith = { vendorId: 3 };
const sent = { success: true, message: 'The transcript request was sent.' };
const refused = (code: string, detail: string) => ({ status: 409, code, detail });
const recently = (code: 'requested_recently') =>
  refused(code, 'A transcript was already requested in the last 24 hours.');
const failed = (code: 'partner_failed') => ({
  status: 502,
  code,
  detail: 'Error sending transcript request.',
});

/** Creates a student who passed an exam at each vendor. */
async function passed() {
  const student = await knownAtVendors();
  await Promise.all([resultAtTal(student.talId), resultAtCoopersmith(student.cccId)]);
  return student;
}
/** The college of students who have named none. */
const UNDECIDED = 234;
const withoutCollege = ({ id }: { id: number }) =>
  admin.do(editStudent, { student_id: id, collegeId: UNDECIDED });
const aDayLater = ({ id }: { id: number }) =>
  sql(
    'transcripts',
    `UPDATE transcript_request SET requested_at = requested_at - interval '24 hours'
     WHERE student_id = $1`,
    [id],
  );

describe('requestTALTranscript', () => {
  test('sends TAL the exams once per key and 24 hours, and stores the requester', async () => {
    const student = await passed();
    await resultAtTal(student.talId, { examCode: 'CIS-205', vendor: 'CIS', result: 'Fail' });
    const key = randomUUID();
    const first = await ask(requestTALTranscript, student.id, {}, key);
    expect(first).toMatchObject({ status: 200, body: sent });
    expect((await ask(requestTALTranscript, student.id, {}, key)).body).toEqual(first.body);
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(
      recently('requested_recently'),
    );
    const [row] = await sql<{ state: string; requested_by: string; exam_codes: string[] }>(
      'transcripts',
      'SELECT state, requested_by, exam_codes FROM transcript_request WHERE student_id = $1',
      [student.id],
    );
    expect(row).toMatchObject({ state: 'sent', exam_codes: ['CIS-205', 'TAL-101'] });
    const history = await sql(
      'transcripts',
      `SELECT actor_name, op FROM audit
       WHERE student_id = $1 AND table_name = 'transcript_request' ORDER BY id`,
      [student.id],
    );
    expect(history).toEqual([
      { actor_name: row?.requested_by, op: 'insert' },
      { actor_name: row?.requested_by, op: 'update' },
    ]);
    const { collegeName, ...seen } = await advisor.do(adminGetStudentInfo, {
      studentId: student.id,
    });
    expect(first.body).toMatchObject({
      talLatestTranscriptRequest: seen.talLatestTranscriptRequest,
    });
    expect(seen.coopersmithLatestTranscriptRequest).toBeNull();
    expect(await transcriptsAt('tal', student.talId)).toMatchObject([
      { recipient: collegeName, examCodes: ['CIS-205', 'TAL-101'] },
    ]);
    await aDayLater(student);
    expect((await ask(requestTALTranscript, student.id)).status).toBe(200);
    expect(await transcriptsAt('tal', student.talId)).toHaveLength(2);
  });

  test('omits pending exams if chosen, and refuses when none is left', async () => {
    const [student, waiting] = await Promise.all([passed(), knownAtVendors()]);
    for (const { talId } of [student, waiting])
      await resultAtTal(talId, { examCode: 'TAL-107', result: 'Pending' });
    const pending = refused('pending_grades', 'There are pending grades');
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(pending);
    const override = { pendingOverride: true };
    expect((await ask(requestTALTranscript, student.id, override)).status).toBe(200);
    expect(await transcriptsAt('tal', student.talId)).toMatchObject([{ examCodes: ['TAL-101'] }]);
    expect(refusal(await ask(requestTALTranscript, waiting.id, override))).toEqual(
      refused('no_exams', 'Student did not take any exams'),
    );
  });

  test('refuses with the first block', async () => {
    const [student, strange] = await Promise.all([passed(), anEnrolled()]);
    expect(refusal(await ask(requestTALTranscript, strange.id))).toEqual(
      refused('tal_id_missing', 'TAL id is missing from student record'),
    );
    await aSeminarian(admin, student, [{ examId: 401 }]);
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(
      refused('unredeemed_seminary', 'Student has unredeemed seminary exams'),
    );
    await withoutCollege(student);
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(
      refused('no_college', 'No college on record'),
    );
    expect(refusal(await ask(requestTALTranscript, 2_000_000_009))).toMatchObject({
      status: 404,
      code: 'student_not_found',
    });
    expect(await transcriptsAt('tal', student.talId)).toEqual([]);
  });

  test('can be repeated after TAL fails, which receives one request', async () => {
    const student = await passed();
    await breakPartner({ partner: 'tal', mode: 'error', operation: 'POST /tal/transcripts' });
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(failed('partner_failed'));
    await breakPartner({
      partner: 'tal',
      mode: 'drop-after-charge',
      operation: 'POST /tal/transcripts',
      count: 1,
    });
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(failed('partner_failed'));
    await mendPartners();
    expect((await ask(requestTALTranscript, student.id)).status).toBe(200);
    expect(await transcriptsAt('tal', student.talId)).toHaveLength(1);
  });

  test('refuses while TAL does not return the exams', async () => {
    const student = await passed();
    await breakPartner({ partner: 'tal', mode: 'error' });
    expect(refusal(await ask(requestTALTranscript, student.id))).toEqual(failed('partner_failed'));
  });

  test('sends one request for concurrent calls', async () => {
    const student = await passed();
    const both = await Promise.all([1, 2].map(() => ask(requestTALTranscript, student.id)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await transcriptsAt('tal', student.talId)).toHaveLength(1);
  });
});

describe('addTranscriptRequest', () => {
  test('sends Coopersmith a request once in 24 hours, even with pending grades', async () => {
    const student = await passed();
    await resultAtCoopersmith(student.cccId, { courseCode: 'CCC-9', result: 'Pending' });
    const first = await ask(addTranscriptRequest, student.id, toCoopersmith);
    expect(first).toMatchObject({ status: 200, body: sent });
    expect(refusal(await ask(addTranscriptRequest, student.id, toCoopersmith))).toEqual(
      recently('requested_recently'),
    );
    const seen = await advisor.do(adminGetStudentInfo, { studentId: student.id });
    expect(first.body).toMatchObject({
      coopersmithLatestTranscriptRequest: seen.coopersmithLatestTranscriptRequest,
    });
    expect(await transcriptsAt('coopersmith', student.cccId)).toMatchObject([
      { recipient: seen.collegeName },
    ]);
  });

  test('refuses with the first block, and for another vendor', async () => {
    const [student, nothing] = await Promise.all([passed(), anEnrolled()]);
    const request = (id: number) => ask(addTranscriptRequest, id, toCoopersmith);
    expect(refusal(await request(nothing.id))).toEqual(
      refused('no_exams', 'Student did not take any exams'),
    );
    const { cccId } = idsAtVendors(nothing.id);
    await admin.do(savePartnerIds, { student_id: student.id, cccId });
    expect(refusal(await request(student.id))).toEqual(
      refused('wrong_assigned_id', 'The assigned Coopersmith id is not known at Coopersmith'),
    );
    await withoutCollege(student);
    expect(refusal(await request(student.id))).toEqual(
      refused('no_college', 'No college on record'),
    );
    const other = await ask(addTranscriptRequest, student.id, { vendorId: 1 });
    expect(refusal(other)).toMatchObject({ status: 422, code: 'invalid' });
    expect(refusal(await request(2_000_000_009))).toMatchObject({ code: 'student_not_found' });
  });

  test('responds with an error when Coopersmith fails', async () => {
    const student = await passed();
    await breakPartner({
      partner: 'coopersmith',
      mode: 'error',
      operation: 'POST /coopersmith/transcripts',
    });
    expect(refusal(await ask(addTranscriptRequest, student.id, toCoopersmith))).toEqual(
      failed('partner_failed'),
    );
    expect(await transcriptsAt('coopersmith', student.cccId)).toEqual([]);
  });
});
