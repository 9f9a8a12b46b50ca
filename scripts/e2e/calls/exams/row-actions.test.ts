import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { uploadCoopersmithAssignment } from '@portal/contract/courses/assignments';
import type { ActionName } from '@portal/contract/exams/action-of';
import type { ExamAction } from '@portal/contract/exams/actions';
import type { Exam } from '@portal/contract/exams/exam';
import {
  cancelExamRegistration,
  getAllExamsAccordingStudent,
  onlineExamRegistration,
} from '@portal/contract/exams/exams';
import {
  addExamForStudent,
  addStudentExamToProctor,
  startExamProgram,
} from '@portal/contract/sessions/online';
import {
  cancelSession,
  changeRegistrationToOnline,
  scheduleSessionForRegistration,
} from '@portal/contract/sessions/sessions';
import { login } from '@portal/contract/students/auth';
import { Person } from '../../../portal-user/person.ts';
import { anEssay } from '../../exams/assignments.ts';
import { isOnline, readyOnline } from '../../exams/online.ts';
import { examThat, feesPaid, rowOf } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/** Number of exams for each reason, since the catalogue is long. */
const OF_EACH = 3;
const isInRoom = ({ sessionType }: Exam): boolean => sessionType === '22' || sessionType === '23';

/** A session that begins in an hour, at a branch open to all students. */
let sessionId: number;
beforeAll(async () => {
  sessionId = await aSession({ inHours: 1 });
});

/** Returns the call of an action as the page makes it; staff give a reason. */
function callOf(exam: Exam, action: ActionName, byStaff: boolean): [CallSpec, object] {
  const registrationId = exam.registration_id ?? 0;
  const ids = { examId: exam.id, registrationId };
  const why = byStaff ? { adminCancelReason: 2 } : {};
  const calls: Record<ActionName, [CallSpec, object]> = {
    register: [onlineExamRegistration, { examId: exam.id }],
    schedule: [scheduleSessionForRegistration, { registrationId, sessionId }],
    cancelSession: [cancelSession, { registrationId, ...why }],
    cancel: [cancelExamRegistration, { registrationId, ...why }],
    startExam: [isInRoom(exam) ? addExamForStudent : addStudentExamToProctor, ids],
    startCourse: [startExamProgram, ids],
    upload: [
      uploadCoopersmithAssignment,
      { regId: registrationId, studentAssignmentId: 1, assignment: anEssay() },
    ],
    changeToOnline: [changeRegistrationToOnline, { registrationId, adminCancelReason: 5 }],
  };
  return calls[action];
}

const ask = (person: Person, exam: Exam, { action }: ExamAction, studentId?: number) => {
  const [spec, input] = callOf(exam, action, studentId !== undefined);
  return person.ask(spec, { ...input, ...(studentId === undefined ? {} : { studentId }) });
};

/** Returns refused actions of a list, a few for each state and reason. */
function refusedOf(exams: readonly Exam[]): { exam: Exam; action: ExamAction }[] {
  const tried = new Map<string, number>();
  return exams
    .flatMap((exam) => exam.actions.map((action) => ({ exam, action })))
    .filter(({ exam, action: { action, allowed, code } }) => {
      if (allowed) return false;
      const kind = `${exam.status} ${exam.sessionType} ${action} ${code}`;
      tried.set(kind, (tried.get(kind) ?? 0) + 1);
      return (tried.get(kind) ?? 0) <= OF_EACH;
    });
}

async function demoStudent(name: string): Promise<Person> {
  const person = new Person();
  await person.do(login, { email: `${name}@student.test`, password: 'Study4JSE!' });
  return person;
}
const listOf = async (person: Person, query = {}): Promise<Exam[]> =>
  (await person.do(getAllExamsAccordingStudent, query)).exams;

describe('actions of a row', () => {
  test.each(['dana', 'noam', 'miri', 'rivka'])(
    'refuses actions that %s may not do with the same code and detail, and no other booking',
    async (name) => {
      const person = await demoStudent(name);
      const exams = await listOf(person);
      const refused = refusedOf(exams);
      expect(refused.length).toBeGreaterThan(2);
      for (const { exam, action } of refused)
        expect([action.action, refusal(await ask(person, exam, action))]).toMatchObject([
          action.action,
          { code: action.code, detail: action.reason },
        ]);
      // an allowed booking fails only for its unknown session
      for (const exam of exams)
        for (const one of exam.actions) {
          if (one.action !== 'schedule' || !one.allowed) continue;
          const input = { registrationId: exam.registration_id ?? 0, sessionId: 2_000_000_000 };
          const answer = await person.ask(scheduleSessionForRegistration, input);
          expect(refusal(answer)).toMatchObject({ status: 404, code: 'session_not_found' });
        }
    },
  );

  test('refuses actions that staff may not do for a student, with the same code', async () => {
    const { person, id: studentId, exam } = await readyOnline();
    const office = await signedInStaff('ROLE_ADMIN');
    const mine = (await listOf(office, { student_id: studentId })).filter(
      ({ id, actions }) => id === exam.id || actions.some(({ allowed }) => !allowed),
    );
    const refused = refusedOf(mine);
    expect(refused.map(({ action }) => action.code)).toContain('staff_cannot_start');
    for (const { exam: row, action } of refused)
      expect(refusal(await ask(office, row, action, studentId))).toMatchObject({
        code: action.code,
        detail: action.reason,
      });
    expect((await rowOf(person, exam.id)).status).toBe('registered');
  });

  test('shows a bar on registration in each row, with the code of registering', async () => {
    const { person, id } = await aStudent({ credits: 9 });
    await barStudent(id, { deniedRegistration: true, buyingStopped: false });
    const exams = await listOf(person);
    const codes = new Set(exams.flatMap(({ actions }) => actions.map(({ code }) => code)));
    expect([...codes]).toEqual(['registration_denied']);
    const [exam] = exams as [Exam];
    const answer = await person.ask(onlineExamRegistration, { examId: exam.id });
    expect(refusal(answer)).toMatchObject({
      code: 'registration_denied',
      detail: exam.actions[0]?.reason,
    });
  });

  test('allows the actions of a row in turn, from fees to cancellation', async () => {
    const { person } = await aStudent({ credits: 12 });
    const { id } = await examThat(person, isOnline);
    const row = () => rowOf(person, id);
    const allowed = (exam: Exam): string[] =>
      exam.actions.filter((one) => one.allowed).map(({ action }) => action);
    const act = async (name: ActionName) => {
      const exam = await row();
      const action = exam.actions.find(({ action: one }) => one === name) as ExamAction;
      expect(action).toMatchObject({ allowed: true });
      const answer = await ask(person, exam, action);
      expect([name, answer.status, (answer.body as { code?: string }).code]).toEqual([
        name,
        200,
        undefined,
      ]);
    };
    await act('register');
    const fresh = await row();
    expect(allowed(fresh)).toEqual(['schedule', 'cancel', 'startExam']);
    const due = { proctorFee: fresh.proctor_fee_price, additionalFee: 0 };
    expect(fresh.actions.find(({ action }) => action === 'schedule')?.fees).toEqual(due);
    expect(refusal(await ask(person, fresh, { action: 'startExam', allowed: true }))).toMatchObject(
      { code: 'fees_due' },
    );
    await feesPaid(person, fresh);
    await act('schedule');
    expect(allowed(await row())).toEqual(['schedule', 'cancelSession', 'cancel']);
    await act('cancelSession');
    await feesPaid(person, await row()); // the fee is forfeited so shortly before the session
    await act('startExam');
    expect(allowed(await row())).toContain('startExam');
    await act('cancelSession');
    await act('cancel');
    expect((await row()).actions).toEqual([{ action: 'register', allowed: true }]);
  });
});
