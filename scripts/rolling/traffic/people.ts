import type { CallInput, CallSpec } from '@portal/contract/call';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { getPaymentMethods } from '@portal/contract/purchases/payments';
import { getSchoolDetails } from '@portal/contract/schools/office';
import { findSeminaryStudent } from '@portal/contract/seminary/students';
import { getOpenedSessions, getSessionsByStudentId } from '@portal/contract/sessions/sessions';
import { findStudent } from '@portal/contract/students/lookup';
import { getCreditsInfo } from '@portal/contract/students/student';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { creditPrice } from '../../e2e/cards/credit-price.ts';
import { rowOf, savedCard } from '../../e2e/exams/registrations.ts';
import { RIVALS_EXAM } from '../../e2e/faults/harness/people/rivals.ts';
import { aSchool } from '../../e2e/people/schools.ts';
import { signedInStaff } from '../../e2e/people/staff.ts';
import { anEnrolled, aStudent, type SignedIn } from '../../e2e/people/students.ts';
import { pathOf } from '../../portal-user/call-request.ts';

/** As many as the virtual users of k6 at once: each has an account of its own. */
const STUDENTS = 60;
const SCHOOLS = 3;
const CONCURRENCY = 6;

/** The first balance of each school and the first credits of each student. */
export const FIRST_BALANCE = 100;
export const FIRST_CREDITS = 6;

/** People who are signed in, with all data that the traffic needs. */
export interface People {
  readonly students: readonly SignedIn[];
  readonly schoolIds: readonly number[];
  /** Dollars of a credit. */
  readonly price: number;
  /** Credits of the exam that the students register for. */
  readonly examCredits: number;
  /** As `scripts/load/steady-traffic.js` reads it. */
  readonly file: string;
}

/** A call that only reads, as it is sent. */
interface Read {
  readonly of: 'student' | 'staff';
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

function read<Spec extends CallSpec>(of: Read['of'], spec: Spec, input: CallInput<Spec>): Read {
  const { method, path } = spec;
  if (method === 'POST') return { of, method, path, body: input };
  return { of, method, path: pathOf(spec, input) };
}

/** Creates them, a few at once, on the portal that the environment names. */
export async function somePeople(): Promise<People> {
  const [schools, staff, looked] = await Promise.all([
    Promise.all(Array.from({ length: SCHOOLS }, () => aSchool({ balance: FIRST_BALANCE }))),
    signedInStaff('ROLE_ADMIN'),
    anEnrolled(),
  ]);
  const made: { student: SignedIn; ccId: string }[] = [];
  const make = async (): Promise<void> => {
    while (made.length < STUDENTS) {
      const place = made.push(undefined as never) - 1;
      const student = await aStudent({ credits: [{ credits: FIRST_CREDITS, proctorFeeCents: 0 }] });
      made[place] = { student, ccId: (await savedCard(student.person)).ccId };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, make));
  const students = made.map(({ student }) => student);
  const [first] = students as [SignedIn];
  const price = await creditPrice(first.person);
  const { credits: examCredits } = await rowOf(first.person, RIVALS_EXAM);
  const schoolIds = schools.map(({ id }) => id);
  const accounts = made.map(({ student, ccId }, at) => ({
    cookie: student.person.cookieHeader,
    staffCookie: staff.cookieHeader,
    schoolId: schoolIds[at % schoolIds.length],
    examId: RIVALS_EXAM,
    ccId,
    price,
  }));
  // one read for each service
  const reads = [
    read('student', getAllExamsAccordingStudent, {}),
    read('student', getCreditsInfo, {}),
    read('student', getSessionsByStudentId, {}),
    read('student', getPaymentMethods, {}),
    read('student', getOpenedSessions, {}),
    read('staff', findStudent, { lastName: looked.lastName }),
    read('staff', findSeminaryStudent, { dob: '1999-02-28', ssn: '0000' }),
    read('staff', adminGetStudentInfo, { student_id: looked.id }),
    read('staff', getSchoolDetails, { schoolId: schoolIds[0] as number }),
  ];
  return { students, schoolIds, price, examCredits, file: JSON.stringify({ accounts, reads }) };
}
