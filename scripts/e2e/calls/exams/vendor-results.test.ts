import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  getCoopersmithAssignments,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import { savePartnerIds } from '@portal/contract/students/partner-ids';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { asOffice, services } from '../../../portal/services.ts';
import type { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { graded, type Sat, sat } from '../../exams/papers.ts';
import { isPlain, rowOf, statusIs } from '../../exams/registrations.ts';
import { idsAtVendors, vendorDecides } from '../../exams/vendors.ts';
import { signedInStaff } from '../../people/staff.ts';

// Results of vendors are fetched once a day, and when a record is opened.

let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_SUPER_ADMIN');
});
afterEach(() => mendPartners());

interface Waiting extends Sat {
  readonly talId: string;
  readonly takenOn: string;
}
/** Creates a student known to TAL whose paper is received and not graded. */
async function waiting(): Promise<Waiting> {
  const one = await sat({ holds: (exam) => isPlain(exam) && exam.vendor_id !== 3 });
  await graded(office, [{ registrationId: one.registrationId }]);
  const { talId } = idsAtVendors(one.id);
  await office.do(savePartnerIds, { student_id: one.id, talId });
  const { examTakenDate } = await rowOf(one.person, one.exam.id);
  return { ...one, talId, takenOn: examTakenDate ?? '' };
}
const decides = ({ talId, exam, takenOn }: Waiting, result: string, score: number | null) =>
  vendorDecides('/__tal/results', {
    studentId: talId,
    examCode: exam.secularNumber,
    result,
    score,
    takenOn,
    vendor: exam.vendor_id === 4 ? 'CIS' : 'TAL',
  });
const opened = (studentId: number) =>
  services.results.askResults({ studentId }, asOffice(randomUUID()));
/** Resets the daily fetch, as if the day had just begun. */
const aNewDay = () =>
  sql(
    'transcripts',
    'WITH asks AS (UPDATE vendor_ask SET day = day - 1, next_try_at = NULL) DELETE FROM result_day',
  );
const becomes = (sat: Sat, status: string) => statusIs(sat, status, { seconds: 45, everyMs: 250 });

test('fetches results once a day, which become grades', async () => {
  const one = await waiting();
  await decides(one, 'Pass', 92);
  await aNewDay();
  expect(await becomes(one, 'graded')).toMatchObject({ grade: '92', gradeComment: 'Pass' });
  await mailTo(one.email, `Your result for ${one.exam.subject} is ready`);
});

test('fetches results when a record is opened; pending ones change nothing', async () => {
  const one = await waiting();
  await decides(one, 'Pending', null);
  expect((await opened(one.id)).results).toMatchObject([{ result: 'Pending' }]);
  expect((await rowOf(one.person, one.exam.id)).status).toBe('taken');
  await decides(one, 'Fail', 40);
  expect(await opened(one.id)).toMatchObject({
    results: [{ result: 'Fail' }],
    talFailed: false,
    talIdMissing: false,
  });
  expect(await becomes(one, 'graded')).toMatchObject({ grade: null, gradeComment: 'Fail' });
});

test('does not wait for a failing vendor, and fetches again when it works', async () => {
  const one = await waiting();
  await decides(one, 'Pass', 81);
  await breakPartner({ partner: 'tal', mode: 'error' });
  expect(await opened(one.id)).toMatchObject({ talFailed: true });
  expect((await rowOf(one.person, one.exam.id)).status).toBe('taken');
  await mendPartners();
  expect(await opened(one.id)).toMatchObject({ talFailed: false });
  expect((await becomes(one, 'graded')).grade).toBe('81');
});

test('holds a grade while assignments are open, until the last is submitted', async () => {
  const examId = await anExam({
    vendorId: 3,
    vendorName: 'CCC',
    vendorFullname: 'Coopersmith Career Consulting',
    assignments: true,
  });
  const one = await sat({ holds: ({ id }) => id === examId });
  await graded(office, [{ registrationId: one.registrationId, grade: '86', comment: 'Pass' }]);
  const { registrationId } = one;
  expect(await rowOf(one.person, one.exam.id)).toMatchObject({
    status: 'taken',
    grade: null,
    gradeComment: null,
    coopersmithExamTakenAssignmentsIncomplete: true,
  });
  const { assignments } = await one.person.do(getCoopersmithAssignments, {
    registrationId,
    examId: one.exam.id,
  });
  for (const { studentAssignmentId } of assignments) {
    const assignment = new File(['%PDF-1.7\nessay'], 'essay.pdf', { type: 'application/pdf' });
    const answer = await one.person.ask(
      uploadCoopersmithAssignment,
      { regId: registrationId, studentAssignmentId, assignment },
      randomUUID(),
    );
    expect(answer.status).toBe(200);
  }
  expect(await becomes(one, 'graded')).toMatchObject({
    grade: '86',
    gradeComment: 'Pass',
    coopersmithExamTakenAssignmentsIncomplete: false,
  });
});
