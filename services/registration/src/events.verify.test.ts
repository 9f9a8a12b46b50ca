import { test } from '@jest/globals';
import type { EventType } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, asService, asStaff, asStudent } from '@portal/kit/testing';
import { type Emits, lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import * as events from '@portal/proto/registration/v1/events';
import { cancelRegistration } from './booking/cancelling/cancel-registration.ts';
import { bookProctor } from './booking/online/proctoring/book-proctor.ts';
import { startExam } from './booking/online/starting/start-exam.ts';
import { startProgram } from './booking/online/starting/start-program.ts';
import {
  inOnlineWorld,
  keyIn,
  letIn,
  made,
  partners,
  platformReport,
  report,
  world,
} from './booking/online/testing.ts';
import { clearAccess, clearCompleted, reopen } from './booking/online-office/correct-online.ts';
import { changeToCourse } from './booking/retakes/change-to-course.ts';
import { cancelSession } from './booking/session-booking/cancel-session.ts';
import { changeToOnline } from './booking/session-booking/change-to-online.ts';
import { scheduleSession } from './booking/session-booking/schedule-session.ts';
import { listAssignments } from './records/assignments/list-assignments.ts';
import { Coopersmith } from './records/assignments/testing.ts';
import { uploadAssignment } from './records/assignments/upload-assignment.ts';
import { recordFeesPaid } from './records/registrations/changing/record-fees-paid.ts';
import { uploadBatch } from './results/grades/batch/upload-batch.ts';
import { addOfficeSession } from './sessions/calendar/adding/add-session.ts';
import { changeOfficeSessionFrom } from './sessions/calendar/changing/change-session.ts';
import { setSessionStates } from './sessions/calendar/changing/set-session-states.ts';
import { callOffSession } from './sessions/calling-off/call-off-session.ts';
import { moveSession } from './sessions/moving-sessions/move-session.ts';
import { previewMove } from './sessions/moving-sessions/preview-move.ts';
import { setAttendance } from './sessions/session-day/set-attendance.ts';
import { changeWaitingList } from './sessions/waiting-list-commands/change-waiting.ts';
import { lineOfWorld } from './sessions/waiting-list-commands/testing.ts';
import { anExam, aRegistration, aSession, aStudent, later } from './testing.ts';

inOnlineWorld();

const office = (studentId: number) => asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId });

/** A registration that is booked in a session. */
async function booked(session: object = {}) {
  const studentId = aStudent(world, { schoolId: 209 });
  const { id: registrationId } = await aRegistration(world, { studentId });
  const sessionId = await aSession(world, session);
  await scheduleSession(office(studentId), { registrationId, sessionId });
  return { studentId, registrationId, sessionId };
}
/** An exam that was begun online and whose completion the platform reported. */
async function completed() {
  const one = await letIn();
  await startExam(asPublic(world.db), one.start);
  await platformReport(one.registrationId, 'exam_completed');
  return one;
}
/** A course version of an exam at Woodmont, and a student who has that exam. */
async function beforeCourse() {
  const studentId = aStudent(world, { collegeId: 269 });
  const examId = anExam(world);
  const courseId = anExam(world, { alternateCourseVersion: examId, programContentCode: 'P-1' });
  await aRegistration(world, { studentId: aStudent(world), examId: courseId });
  await aRegistration(world, { studentId, examId });
  return { studentId, examId };
}
/** A paper that was sat yesterday and has its grade. */
async function graded() {
  const { registrationId, sessionId } = await booked();
  await world.db.run`
    UPDATE session SET starts_at = now() - interval '30 hours' WHERE id = ${sessionId}`;
  const content = Buffer.from(`registration_id,grade,grade_comment\n${registrationId},88,Pass\n`);
  await uploadBatch(asStaff(world.db, ['ROLE_SUPER_ADMIN']), { fileName: 'grades.csv', content });
}
async function handedIn() {
  const vendor = new Coopersmith();
  await vendor.open();
  try {
    const studentId = aStudent(world);
    const examId = anExam(world, { vendorId: 3, vendorName: 'CCC', assignments: true });
    const { id: registrationId } = await aRegistration(world, { studentId, examId });
    const student = () => asStudent(world.db, studentId);
    const [first] = await listAssignments(student(), { registrationId, examId });
    await uploadAssignment(student(), {
      registrationId,
      studentAssignmentId: first?.studentAssignmentId as number,
      fileName: 'essay.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('essay'),
    });
  } finally {
    vendor.server?.close();
  }
}

const line = lineOfWorld(() => world, steadyNow());
/** A line of which the first has an offer. */
async function offered() {
  const one = await line.aLine(1);
  await line.cancel(one.seated);
  await line.passOn();
  return one;
}
/** A session that the office moves to another day. */
async function moved(sessionId: number) {
  const move = {
    sessionId,
    version: 0,
    date: '2099-12-01',
    time: '11:00',
    locationId: null,
    closingDate: null,
    message: null,
    rooms: null,
    confirmDay: true,
  };
  const { previewHash } = await previewMove(asStaff(world.db, ['ROLE_ADMIN']), move);
  await moveSession(asStaff(world.db, ['ROLE_ADMIN']), { ...move, previewHash });
}
/** A session added by the office, which no student sees yet. */
async function drafted(): Promise<number> {
  const none = { schoolId: null, address: null, shipDate: null, returnDueDate: null };
  const { session } = await addOfficeSession(asStaff(world.db, ['ROLE_ADMIN']), {
    ...none,
    sessionType: '21',
    date: '2099-12-01',
    time: '11:00',
    locationId: 13,
    seats: 12,
    title: null,
    gender: '3',
    limitTo1Test: false,
    proctor: null,
    lastDate: null,
    rooms: [],
    closingDate: null,
    closingTime: null,
    remark: null,
    draft: true,
    confirmDay: true,
    dryRun: false,
  });
  return session.id;
}
type Action = Parameters<typeof setSessionStates>[1]['action'];
const set = async (sessionId: number, action: Action, version: number) =>
  setSessionStates(asStaff(world.db, ['ROLE_ADMIN']), {
    sessions: [{ sessionId, version }],
    action,
  });

/** The action of a person or a partner that makes the service emit each event. */
const ways: Readonly<Record<string, readonly [EventType<object>, () => Promise<unknown>]>> = {
  'registration.created': [events.Created, () => aRegistration(world)],
  'registration.cancelled': [
    events.Cancelled,
    async () => {
      const one = await made();
      await cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined });
    },
  ],
  'registration.session_booked': [events.SessionBooked, () => booked()],
  'registration.session_cancelled': [
    events.SessionCancelled,
    async () => {
      const { studentId, registrationId } = await booked();
      const student = asStudent(world.db, studentId);
      await cancelSession(student, { registrationId, reason: undefined });
    },
  ],
  'registration.sitting_moved': [
    events.SittingMoved,
    async () => moved((await booked()).sessionId),
  ],
  'registration.session_moved': [
    events.SessionMoved,
    async () => moved((await booked()).sessionId),
  ],
  'registration.session_added': [events.SessionAdded, drafted],
  'registration.session_deleted': [
    events.SessionDeleted,
    async () => set(await drafted(), 'delete_draft', 0),
  ],
  'registration.session_changed': [
    events.SessionChanged,
    async () =>
      changeOfficeSessionFrom(asStaff(world.db, ['ROLE_ADMIN']), {
        sessionId: await aSession(world),
        version: 0,
        confirmDay: true,
        remark: 'Ring twice',
      }),
  ],
  'registration.session_closed': [
    events.SessionClosed,
    async () => set(await aSession(world), 'close', 0),
  ],
  'registration.session_opened': [
    events.SessionOpened,
    async () => {
      const sessionId = await aSession(world);
      await set(sessionId, 'close', 0);
      await set(sessionId, 'open', 1);
    },
  ],
  'registration.session_called_off': [
    events.SessionCalledOff,
    async () => callOffSession(asService(world.db, 'operator'), await aSession(world)),
  ],
  'registration.seat_freed': [
    events.SeatFreed,
    async () => {
      const { seated } = await line.aLine(0);
      await line.cancel(seated);
    },
  ],
  'registration.attendance_changed': [
    events.AttendanceChanged,
    async () => {
      const { sessionId, studentId } = await booked({
        startsAt: later(steadyNow(), { hours: 0.5 }),
      });
      const students = [{ studentId, attendance: 'arrived' as const, at: null }];
      await setAttendance(asStaff(world.db, ['ROLE_ADMIN']), { sessionId, students });
    },
  ],
  'registration.session_student_changed': [
    events.SessionStudentChanged,
    async () => {
      const { registrationId } = await booked();
      await recordFeesPaid(asService(world.db, 'payments'), {
        registrationId,
        paymentId: 77_001,
        proctorFeeCents: 1500,
        additionalFeeCents: 0,
      });
    },
  ],
  'registration.waiting_joined': [events.WaitingJoined, () => line.aLine(1)],
  'registration.waiting_offered': [events.WaitingOffered, offered],
  'registration.waiting_accepted': [
    events.WaitingAccepted,
    async () => {
      const [first] = (await offered()).line;
      if (first) await line.answer(first.entry);
    },
  ],
  'registration.waiting_ended': [
    events.WaitingEnded,
    async () => {
      const [first] = (await offered()).line;
      if (first) await line.answer(first.entry, false);
    },
  ],
  'registration.waiting_offer_withdrawn': [
    events.WaitingOfferWithdrawn,
    async () => moved((await offered()).sessionId),
  ],
  'registration.waiting_moved': [
    events.WaitingMoved,
    async () => {
      const { line: entries } = await line.aLine(2);
      const waitingId = entries[1]?.entry.id ?? 0;
      const reason = 'Called first';
      await changeWaitingList(line.office(), { waitingId, action: 'move', position: 1, reason });
    },
  ],
  'registration.changed_to_online': [
    events.ChangedToOnline,
    async () => {
      const { studentId, registrationId } = await booked({ sessionType: '22', schoolId: 209 });
      await changeToOnline(office(studentId), { registrationId, reason: 5 });
    },
  ],
  'registration.changed_to_course': [
    events.ChangedToCourse,
    async () => {
      const { studentId, examId } = await beforeCourse();
      await changeToCourse(asStaff(world.db, ['ROLE_SUPPORT'], { studentId }), { examId });
    },
  ],
  'registration.assignment_uploaded': [events.AssignmentUploaded, handedIn],
  'registration.exam_graded': [events.ExamGraded, graded],
  'registration.proctor_booked': [
    events.ProctorBooked,
    async () => {
      const one = await made();
      await bookProctor(one.as(), one.ids);
    },
  ],
  'registration.access_granted': [events.AccessGranted, () => letIn()],
  'registration.exam_started': [
    events.ExamStarted,
    async () => startExam(asPublic(world.db), (await letIn()).start),
  ],
  'registration.exam_resumed': [
    events.ExamResumed,
    async () => {
      const one = await letIn();
      await startExam(asPublic(world.db), one.start);
      await report(one.proctorUuid, 'disconnected');
      await bookProctor(one.as(), one.ids);
      await report(one.proctorUuid, 'let_in');
      await startExam(asPublic(world.db), keyIn(partners.of(one.proctorUuid).startUrl));
    },
  ],
  'registration.disconnected': [
    events.Disconnected,
    async () => {
      const one = await letIn();
      await startExam(asPublic(world.db), one.start);
      await report(one.proctorUuid, 'disconnected', { at: later(steadyNow(), { hours: 0.01 }) });
    },
  ],
  'registration.exam_taken': [events.ExamTaken, completed],
  'registration.exam_disqualified': [
    events.ExamDisqualified,
    async () => {
      const one = await letIn();
      await startExam(asPublic(world.db), one.start);
      await report(one.proctorUuid, 'disqualified');
    },
  ],
  'registration.access_cleared': [
    events.AccessCleared,
    async () => {
      const one = await letIn();
      await clearAccess(office(one.studentId), one.ids);
    },
  ],
  'registration.reopened': [
    events.Reopened,
    async () => {
      const one = await completed();
      await reopen(office(one.studentId), one.ids);
    },
  ],
  'registration.completed_cleared': [
    events.CompletedCleared,
    async () => {
      const one = await completed();
      await clearCompleted(office(one.studentId), one.ids);
    },
  ],
  'registration.program_started': [
    events.ProgramStarted,
    async () => {
      const one = await made({ vendorId: 3, programContentCode: 'PC-1' });
      await startProgram(one.as(), one.ids);
    },
  ],
  'registration.program_completed': [
    events.ProgramCompleted,
    async () => {
      const one = await made({ vendorId: 3, programContentCode: 'PC-1' });
      await startProgram(one.as(), one.ids);
      await platformReport(one.registrationId, 'program_completed');
    },
  ],
};

test('registration emits the events that its consumers rely on', async () => {
  const emits = Object.entries(ways).map(([name, [event, work]]): [string, Emits] => [
    name,
    async () => {
      await work();
      return lastSent(world.db, event);
    },
  ]);
  await verifyEvents('registration', Object.fromEntries(emits));
});
