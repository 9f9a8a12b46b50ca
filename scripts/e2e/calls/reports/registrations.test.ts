import { beforeAll, describe, expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import { getExamRegistrations } from '@portal/contract/sessions/report';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { booked, examsThat, isPlain } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { aSchool, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const today = newYorkDay(steadyNow());
const day = (days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
/** The week of the tests' sessions. */
const weeks = { dateType: 1, startDate: day(20), endDate: day(23) } as const;

let admin: Person;
let school: TestSchool;
let other: TestSchool;
let own: Person;
beforeAll(async () => {
  [admin, school, other] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool(), aSchool()]);
  own = await schoolAdminOf(school);
});

/** Books a student of the school at a branch. */
async function inReport(
  schoolId = school.id,
): Promise<{ id: number; exam: Exam; studentId: number }> {
  const [student, sessionId] = await Promise.all([
    aStudent({ schoolId, credits: [{ credits: 12, packageId: 1 }] }),
    aSession(),
  ]);
  const [exam] = await examsThat(student.person, isPlain);
  const made = await booked(student.person, exam as Exam, sessionId);
  return { id: made.registrationId, exam: made.exam, studentId: student.id };
}

describe('getExamRegistrations', () => {
  test('gives the rows of some days by filters, with the documented fields only', async () => {
    const { id, exam, studentId } = await inReport();
    const about = { examId: exam.id, sessionTypeId: 21, schoolId: school.id, packageTypesId: 1 };
    const input = { ...weeks, ...about };
    const rows = await admin.do(getExamRegistrations, input);
    expect(rows).toEqual([
      expect.objectContaining({
        registrationId: id,
        studentId,
        subject: exam.subject,
        sessionType: 'Location',
        grade: null,
        paper_exam_uploaded: false,
      }),
    ]);
    expect(
      rows.map(
        (row) =>
          getExamRegistrations.answer.element.keyof().options.length === Object.keys(row).length,
      ),
    ).toEqual([true]);
    expect(await admin.do(getExamRegistrations, { ...input, sessionTypeId: 99 })).toEqual([]);
    expect(await admin.do(getExamRegistrations, { ...input, packageTypesId: 2 })).toEqual([]);
    expect(
      await admin.do(getExamRegistrations, { ...input, startDate: day(40), endDate: day(41) }),
    ).toEqual([]);
  });

  test('limits a school admin to their school, for any input', async () => {
    const [mine] = await Promise.all([inReport(), inReport(other.id)]);
    const rows = await own.do(getExamRegistrations, { ...weeks, sessionTypeId: 21 });
    expect(rows.map(({ registrationId }) => registrationId)).toContain(mine.id);
    const schools = await sql<{ school_id: string }>(
      'registration',
      'SELECT DISTINCT school_id FROM student_copy WHERE id = ANY ($1)',
      [rows.map(({ studentId }) => studentId)],
    );
    expect(schools.map(({ school_id }) => Number(school_id))).toEqual([school.id]);
    for (const named of [
      { schoolId: other.id },
      { sessionTypeId: 22, sessionTypeValueId: other.id },
    ]) {
      const answer = await own.ask(getExamRegistrations, { ...weeks, ...named });
      expect(refusal(answer)).toMatchObject({ status: 404, code: 'school_not_found' });
    }
  });

  test('gives an empty list and no file without rows', async () => {
    const nothing = { dateType: 2, startDate: '1999-01-01', endDate: '1999-02-01' } as const;
    expect(await admin.do(getExamRegistrations, nothing)).toEqual([]);
    const file = await admin.ask(getExamRegistrations, { ...nothing, format: 'xlsx' });
    expect(refusal(file)).toEqual({
      status: 404,
      code: 'no_rows',
      detail: 'No registrations found for your criteria.',
    });
  });

  test("names the file by branch and days, and a school's file by days", async () => {
    await inReport();
    const named = async (person: Person, about: object) => {
      const body = JSON.stringify({ ...weeks, ...about, format: 'xlsx' });
      const { status, headers } = await person.send<unknown>(
        'POST',
        getExamRegistrations.path,
        body,
      );
      return [
        status,
        headers.get('content-type'),
        headers.get('content-disposition')?.split(';')[1],
      ];
    };
    const type = getExamRegistrations.file;
    const days = `${weeks.startDate} ${weeks.endDate}.xlsx"`;
    expect(await named(admin, {})).toEqual([200, type, ` filename="All ${days}`]);
    expect(await named(admin, { schoolId: school.id })).toEqual([
      200,
      type,
      ` filename="${school.name} ${days}`,
    ]);
    expect(await named(admin, { sessionTypeId: 21, sessionTypeValueId: 13 })).toEqual([
      200,
      type,
      expect.stringMatching(/^ filename="(?!All )\S.* \d{4}-/),
    ]);
    expect(await named(own, {})).toEqual([200, type, ` filename="${days}`]);
  });
});
