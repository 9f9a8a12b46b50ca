import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { studentHistory } from '@portal/contract/students/history';
import { getStudentInfo } from '@portal/contract/students/student';
import {
  type Accommodation,
  accommodationDocument,
  decideAccommodation,
  getStudentFile,
  saveAccommodation,
} from '@portal/contract/students/student-file';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { aSession, earlyStart } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, ready } from '../sessions/ready-to-book.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

const letter = () =>
  new File(['%PDF-1.7\nletter\n%%EOF'], 'letter.pdf', { type: 'application/pdf' });
const enter = (student_id: number, about: object = {}, key = randomUUID()) =>
  admin.ask(
    saveAccommodation,
    { student_id, kind: 'extra_time', percent: 100, validFrom: '2026-01-01', ...about },
    key,
  );
const entered = async (student_id: number, about: object = {}): Promise<Accommodation> => {
  const { status, body } = await enter(student_id, about);
  expect([status, body]).toMatchObject([200, {}]);
  return body.accommodations[0] as Accommodation;
};
const decide = (
  { accommodationId, version }: Pick<Accommodation, 'accommodationId' | 'version'>,
  about: Partial<CallInput<typeof decideAccommodation>> = {},
) =>
  admin.ask(
    decideAccommodation,
    { accommodationId, version, decision: 'approve', ...about },
    randomUUID(),
  );

describe('saveAccommodation', () => {
  test('stores a request with its document once per key, without effect yet', async () => {
    const student = await aStudent();
    const key = randomUUID();
    const about = { document: letter(), text: 'By letter' };
    await enter(student.id, about, key);
    const { body } = await enter(student.id, about, key);
    expect(body.accommodations).toMatchObject([
      {
        kind: 'extra_time',
        percent: 100,
        minutes: null,
        text: 'By letter',
        version: 1,
        validFrom: '2026-01-01',
        validUntil: null,
        state: 'entered',
        approvedBy: null,
        hasDocument: true,
        inForceDiffers: false,
        actions: ['edit', 'approve', 'refuse', 'open'],
      },
    ]);
    expect((await student.person.do(getStudentInfo, {})).student.accommodations).toBeNull();
  });

  test('refuses files of another type, too large or infected ones', async () => {
    const { id } = await anEnrolled();
    const refusedFor = async (about: object) => refusal(await enter(id, about));
    const text = new File(['plain'], 'letter.txt');
    expect(await refusedFor({ document: text })).toMatchObject({ status: 415, code: 'wrong_type' });
    const large = new File([Buffer.alloc(10 * 1024 * 1024 + 1)], 'letter.pdf');
    expect(await refusedFor({ document: large })).toMatchObject({ status: 413, code: 'too_large' });
    expect(
      await refusedFor({ document: new File(['%PDF-1.7\n', TEST_VIRUS], 'letter.pdf') }),
    ).toMatchObject({
      status: 422,
      code: 'file_refused',
    });
  });
});

describe('decideAccommodation', () => {
  test('lengthens future sessions on approval; a dry run only lists them', async () => {
    const { person, id, email, registrationId, exam } = await ready();
    const sessionId = await aSession({ startsAt: earlyStart() });
    await book(person, registrationId, sessionId);
    const one = await entered(id, { percent: undefined, minutes: 240 });
    const [dry, real] = [await decide(one, { dryRun: true }), await decide(one)];
    const [session] = await sql<{ starts_at: Date }>(
      'registration',
      'SELECT starts_at FROM session WHERE id = $1',
      [sessionId],
    );
    const end = +(session?.starts_at as Date) + (exam.examDuration + 240) * 60_000;
    const { text } = await mailTo(email, 'Your accommodations were changed');
    expect(text).toMatch(/In force from .*: 240 minutes extra time\./);
    const newEnd = new Date(end).toLocaleString('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      minute: '2-digit',
    });
    expect(text).toContain(`: Ends at ${newEnd} (New York)`);
    for (const { body } of [dry, real])
      expect(body.sessions).toMatchObject([
        { testSessionId: sessionId, endsAt: new Date(end).toISOString(), problem: null },
      ]);
    expect((await person.do(getStudentInfo, {})).student.accommodations).toBe(
      '240 minutes extra time',
    );
    const [approved] = real.body.accommodations;
    expect(approved).toMatchObject({ state: 'approved', approvedBy: 'Test Staff', version: 2 });
    const over = await decide(approved as Accommodation, { decision: 'end', reason: 'Over' });
    expect(over.body.sessions).toHaveLength(1);
    expect((await person.do(getStudentInfo, {})).student.accommodations).toBeNull();
  });

  test('shows advisors all of it and school admins only its kind', async () => {
    const [advisor, schoolAdmin, { id }] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      anEnrolled({ schoolId: 151 }),
    ]);
    await entered(id, { text: 'By letter', document: letter() });
    const seen = async (person: Person) =>
      (await person.do(getStudentFile, { student_id: id })).accommodations;
    expect(await seen(advisor)).toMatchObject([
      { percent: 100, text: 'By letter', hasDocument: true, actions: [] },
    ]);
    expect(await seen(schoolAdmin)).toMatchObject([
      { kind: 'extra_time', percent: null, text: null, hasDocument: false, actions: [] },
    ]);
  });

  test('refuses another version, decided requests and unknown ones', async () => {
    const { id } = await anEnrolled();
    const one = await entered(id);
    expect(refusal(await decide({ ...one, version: 9 }))).toMatchObject({
      status: 409,
      code: 'changed',
    });
    expect(refusal(await decide({ ...one, accommodationId: 2_000_000_012 }))).toMatchObject({
      status: 404,
      code: 'accommodation_not_found',
    });
    await decide(one, { decision: 'refuse' });
    expect(refusal(await decide({ ...one, version: 2 }))).toEqual({
      status: 409,
      code: 'already_decided',
      detail: 'This has been decided.',
    });
  });
});

describe('accommodationDocument', () => {
  test('gives admins the document and stores the access', async () => {
    const { id } = await anEnrolled();
    const { accommodationId } = await entered(id, { document: letter() });
    const answer = await admin.ask(accommodationDocument, { accommodationId });
    expect(answer.status).toBe(200);
    const { entries } = await admin.do(studentHistory, { student_id: id });
    expect(entries.map(({ text }) => text)).toContain('document: opened');
    const advisor = await signedInStaff('ROLE_ADVISOR');
    expect(refusal(await advisor.ask(accommodationDocument, { accommodationId }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});
