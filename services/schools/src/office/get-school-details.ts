import type { Call } from '@portal/kit/commands/command';
import type { SchoolSession } from '@portal/proto/registration/v1/sessions';
import { studentsById } from '../bulk/quote/gather-facts.ts';
import { type StudentInSession, studentInSession } from '../bulk/run/run-result.ts';
import { students as identity, registrations } from '../clients.ts';
import { schoolInView } from '../schools/school-in-view.ts';
import { recordsOf, type SchoolRecord } from './school-record.ts';
import { quotesOf, type SchoolStudent, withQuote } from './school-students.ts';

export interface SchoolDetails {
  school: SchoolRecord;
  students: SchoolStudent[];
  /** From 12 months back on, by date. */
  sessions: SchoolSession[];
  sessionStudents: StudentInSession[];
}

/**
 * Returns a school with its students, its sessions and their students (C-A33), in one request to
 * each service. Refuses with school_not_found.
 */
export async function getSchoolDetails(call: Call, named: number | null): Promise<SchoolDetails> {
  const school = await schoolInView(call, 'school.read', named);
  const by = { actor: call.actor, requestId: call.requestId, origin: call.origin };
  const about = { schoolId: school.id };
  const [records, { students }, sittings] = await Promise.all([
    recordsOf(call, [school]),
    identity.listSchoolStudents(about, by),
    registrations.listSchoolSittings(about, by),
  ]);
  const own = new Map(students.map((student) => [student.id, student]));
  const seated = [...new Set(sittings.students.map(({ studentId }) => studentId))];
  const left = seated.filter((id) => !own.has(id));
  const [quotes, others] = await Promise.all([
    quotesOf(call, school, [...own.keys(), ...left]),
    left.length > 0 ? studentsById(left, by) : new Map<number, { jseId?: string | undefined }>(),
  ]);
  const quoted = [...quotes.values()];
  const people = new Map<number, { jseId?: string | undefined }>([...own, ...others]);
  const seatOf = studentInSession(people, quoted);
  return {
    school: records[0] as SchoolRecord,
    students: students.map((student) => withQuote(school, student, quotes.get(student.id))),
    sessions: sittings.sessions,
    sessionStudents: sittings.students.map(seatOf),
  };
}
