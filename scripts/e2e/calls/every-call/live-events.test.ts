import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { saveMaterial } from '@portal/contract/catalogue/office-material';
import { saveLocation, saveVendor } from '@portal/contract/catalogue/office-places';
import { setPrice } from '@portal/contract/catalogue/office-price';
import { newYorkDay } from '@portal/contract/days';
import { catalogueEvents, liveEvents, sessionEvents } from '@portal/contract/live';
import type { Problem } from '@portal/contract/problem';
import { saveCreditCard } from '@portal/contract/purchases/payments';
import { addOfficeSession, setSessionState } from '@portal/contract/sessions/office-sessions';
import { setAttendance } from '@portal/contract/sessions/session-day';
import { cancelSession } from '@portal/contract/sessions/sessions';
import { changeWaiting } from '@portal/contract/sessions/waiting-list';
import { logout } from '@portal/contract/students/auth';
import { setBar } from '@portal/contract/students/student-file';
import { steadyNow } from '@portal/kit/steady-clock';
import { until } from '../../../portal/until.ts';
import { LiveStream } from '../../../portal-user/live-stream.ts';
import { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { booked, examThat, isPlain, registered, someCard } from '../../exams/registrations.ts';
import { aSession, BRANCH, beginSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent, type Enrolled, type SignedIn } from '../../people/students.ts';
import { aLine } from '../sessions/waiting-lines.ts';

let student: SignedIn;
let other: SignedIn;
let third: Enrolled;
let admin: Person;
beforeAll(async () => {
  [student, other, third, admin] = await Promise.all([
    aStudent({ credits: 8 }),
    aStudent(),
    anEnrolled(),
    signedInStaff('ROLE_ADMIN'),
  ]);
});

afterEach(() => LiveStream.closeAll());

const problem = async (person: Person, query = '') => {
  const { status, body } = await person.send<Problem>('GET', liveEvents.path + query);
  return [status, body.code];
};

describe('liveEvents', () => {
  test('refuses visitors, and ended sessions', async () => {
    expect(await problem(new Person())).toEqual([401, 'not_signed_in']);
    const late = new Person();
    late.setCookie('sid', 'x'.repeat(43));
    expect(await problem(late)).toEqual([401, 'session_over']);
  });

  test("refuses another student's stream", async () => {
    expect(await problem(student.person, `?student_id=${third.id}`)).toEqual([
      403,
      'other_student',
    ]);
  });

  test('sends changes by topic to the student and staff on their page only', async () => {
    const [own, ofStaff, ofOther] = await Promise.all([
      LiveStream.open(student.person),
      LiveStream.open(admin, { student_id: student.id }),
      LiveStream.open(other.person),
    ]);
    const exam = await examThat(student.person);
    const { registrationId } = await booked(student.person, exam, await aSession());
    await Promise.all([
      own.waitForEvent('changed', 'sessions'),
      ofStaff.waitForEvent('changed', 'sessions'),
    ]);
    const before = own.received.length;
    await admin.do(cancelSession, { student_id: student.id, registrationId, adminCancelReason: 3 });
    await until(
      async () => own.received.slice(before),
      (events) => events.some(({ topics }) => topics.includes('sessions')),
    );
    await student.person.do(saveCreditCard, await someCard());
    await Promise.all([
      own.waitForEvent('changed', 'cards'),
      ofStaff.waitForEvent('changed', 'cards'),
    ]);
    expect(
      ofOther.received.filter(({ topics }) =>
        topics.some((topic) => topic !== 'exams' && topic !== 'credits'),
      ),
    ).toEqual([]);
  });

  test('sends changes since the page was read to a late stream', async () => {
    const late = await aStudent({ credits: 8 });
    const quiet = await LiveStream.open(late.person, { age: 0 });
    await quiet.waitForEvent('ready');
    const watch = await LiveStream.open(late.person);
    await registered(late.person, await examThat(late.person));
    await watch.waitForEvent('changed', 'exams');
    const stream = await LiveStream.open(late.person, { age: 5000 });
    await until(
      async () => stream.received,
      (events) => events.some(({ event }) => event === 'changed' || event === 'refresh'),
    );
  });

  test('refuses a fifth stream of one session', async () => {
    const many = await aStudent();
    await Promise.all([1, 2, 3, 4].map(() => LiveStream.open(many.person)));
    expect(await problem(many.person)).toEqual([429, 'too_many_streams']);
  });

  test('ends the streams of an account that signs out', async () => {
    const leaving = await aStudent();
    const stream = await LiveStream.open(leaving.person);
    await stream.waitForEvent('ready');
    await leaving.person.do(logout, {});
    await stream.waitForEvent('over');
    await until(
      async () => stream.isOpen,
      (isOpen) => !isOpen,
    );
  });
});

describe('catalogueEvents', () => {
  const problemOf = async (person: Person, query = '') => {
    const { status, body } = await person.send<Problem>('GET', catalogueEvents.path + query);
    return [status, body.code];
  };

  test('refuses students, visitors and a malformed query', async () => {
    expect(await problemOf(student.person)).toEqual([403, 'forbidden']);
    expect(await problemOf(new Person())).toEqual([401, 'not_signed_in']);
    expect(await problemOf(admin, '?age=soon')).toEqual([400, 'malformed']);
  });

  test('sends changes of the catalogue by one member of staff to pages of others', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const branch = () =>
      superAdmin.do(saveLocation, {
        name: `Branch ${randomInt(1e9)}`,
        address: '1 Main Street',
        city: 'Deal',
        adminOnly: false,
        byAppointment: false,
        israel: false,
        seminaryStudyProgramIds: [],
        rooms: [],
      });
    const vendor = () =>
      superAdmin.do(saveVendor, { name: `V${randomInt(1e9)}`, fullname: 'A new vendor' });
    const examId = await anExam();
    const material = () =>
      superAdmin.do(saveMaterial, {
        examId,
        fileType: 'StudyGuide',
        displayTitle: 'Guide',
        url: `https://materials.test/${randomUUID()}`,
      });
    const inThreeDays = Temporal.PlainDate.from(newYorkDay(steadyNow()))
      .add({ days: 3 })
      .toString();
    const price = () =>
      superAdmin.do(setPrice, {
        kind: 'additional_charge',
        refId: examId,
        amount: 40,
        validFrom: inThreeDays,
        reason: 'Dearer',
      });
    const stream = await LiveStream.open(admin, {}, catalogueEvents);
    for (const change of [branch, vendor, material, price]) {
      const before = stream.received.length;
      await change();
      await until(
        async () => stream.received.slice(before),
        (events) => events.some(({ topics }) => topics.includes('catalogue')),
      );
    }
  });
});

describe('sessionEvents', () => {
  const problemOf = async (person: Person, query = '') => {
    const { status, body } = await person.send<Problem>('GET', sessionEvents.path + query);
    return [status, body.code];
  };
  /** Waits until the stream has the event of a change. */
  const sendsEventOf = async (
    stream: LiveStream,
    topic: string,
    change: () => Promise<unknown>,
  ) => {
    const before = stream.received.length;
    await change();
    await until(
      async () => stream.received.slice(before).flatMap(({ topics }) => topics),
      (topics) => topics.includes(topic),
    );
  };

  test("refuses students and visitors, and does not find another school's session", async () => {
    const school = await signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 });
    expect(await problemOf(student.person)).toEqual([403, 'forbidden']);
    expect(await problemOf(new Person())).toEqual([401, 'not_signed_in']);
    const of = `?testSessionId=${await aSession()}`;
    expect(await problemOf(school, of)).toEqual([404, 'session_not_found']);
    expect(await problemOf(admin, '?testSessionId=999999999')).toEqual([404, 'session_not_found']);
    expect(await problemOf(admin, '?testSessionId=0')).toEqual([400, 'malformed']);
  });

  test('sends plans and waiting list changes to calendar and session (O-02, O-09)', async () => {
    const [first, second] = await aLine(2);
    const { testSessionId } = first;
    const [calendar, day] = await Promise.all([
      LiveStream.open(admin, {}, sessionEvents),
      LiveStream.open(admin, { testSessionId }, sessionEvents),
    ]);
    await Promise.all([calendar.waitForEvent('ready'), day.waitForEvent('ready')]);
    const line = { waitingId: second.waitingId, reason: 'Called first' };
    await sendsEventOf(calendar, 'waiting', () =>
      admin.do(changeWaiting, { ...line, action: 'move', position: 1 }),
    );
    await day.waitForEvent('changed', 'sessionDay');
    await sendsEventOf(calendar, 'waiting', () =>
      admin.do(changeWaiting, { ...line, action: 'remove' }),
    );

    await sendsEventOf(calendar, 'calendar', () =>
      admin.do(setSessionState, { sessions: [{ testSessionId, version: 0 }], action: 'close' }),
    );
    let draft = { testSessionId: 0, version: 0 };
    const date = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 400 }).toString();
    await sendsEventOf(calendar, 'calendar', async () => {
      const { session } = await admin.do(addOfficeSession, {
        sessionType: '21',
        date,
        testSessionTime: '09:30',
        locationId: BRANCH,
        gender: '3',
        seats: 5,
        draft: true,
        confirmDay: true,
      });
      draft = { testSessionId: session.testSessionId, version: session.version };
    });
    await sendsEventOf(calendar, 'calendar', () =>
      admin.do(setSessionState, { sessions: [draft], action: 'deleteDraft' }),
    );
  });

  test('sends bars and arrivals only to the page of the session', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const sitting = await aStudent({ credits: 3 });
    const [day, other] = await Promise.all([
      LiveStream.open(admin, { testSessionId }, sessionEvents),
      LiveStream.open(admin, { testSessionId: await aSession() }, sessionEvents),
    ]);
    await day.waitForEvent('ready');
    await sendsEventOf(day, 'sessionDay', async () =>
      booked(sitting.person, await examThat(sitting.person, isPlain), testSessionId),
    );
    const bar = { student_id: sitting.id, levels: ['buying' as const], reason: 'Unpaid' };
    await sendsEventOf(day, 'sessionDay', () => admin.do(setBar, bar));
    await beginSession(testSessionId);
    const students = [{ studentId: sitting.id, attendance: 'arrived' as const }];
    await sendsEventOf(day, 'sessionDay', () =>
      admin.do(setAttendance, { testSessionId, students }),
    );
    expect(other.received.filter(({ event }) => event === 'changed')).toEqual([]);
  });
});
