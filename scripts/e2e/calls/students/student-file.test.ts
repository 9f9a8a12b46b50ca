import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { newYorkDay } from '@portal/contract/days';
import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { purchaseCredits } from '@portal/contract/purchases/payments';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { editStudent } from '@portal/contract/students/enrol';
import { studentHistory } from '@portal/contract/students/history';
import { getCreditsInfo } from '@portal/contract/students/student';
import {
  getStudentFile,
  type Note,
  saveNote,
  setBar,
} from '@portal/contract/students/student-file';
import { steadyNow } from '@portal/kit/steady-clock';
import { LiveStream } from '../../../portal-user/live-stream.ts';
import type { Person } from '../../../portal-user/person.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { examThat, feesPaid, isPlain, registered, someCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { charged } from '../../payments/charged.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, ready } from '../sessions/ready-to-book.ts';

let admin: Person;
let support: Person;
afterAll(LiveStream.closeAll);
beforeAll(async () => {
  [admin, support] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_SUPPORT'),
  ]);
});

const plain = { text: 'Called about Monday', pinned: false };
const write = (
  person: Person,
  student_id: number,
  about: Partial<CallInput<typeof saveNote>> = {},
  key = randomUUID(),
) => person.ask(saveNote, { student_id, ...plain, ...about }, key);
const written = async (
  person: Person,
  student_id: number,
  about: Partial<CallInput<typeof saveNote>> = {},
): Promise<Note[]> => (await person.do(saveNote, { student_id, ...plain, ...about })).notes;

describe('getStudentFile', () => {
  test('shows notes to the office and not to school admins, and refuses others', async () => {
    const [advisor, schoolAdmin, admissions, student] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      signedInStaff('ROLE_ADMISSIONS'),
      aStudent({ schoolId: 151 }),
    ]);
    await written(admin, student.id);
    const about = { student_id: student.id };
    for (const person of [admin, support, advisor])
      expect((await person.do(getStudentFile, about)).notes).toMatchObject([
        { text: plain.text, author: 'Test Staff', pinned: false },
      ]);
    expect(await schoolAdmin.do(getStudentFile, about)).toMatchObject({ notes: null });
    for (const person of [admissions, student.person])
      expect(refusal(await person.ask(getStudentFile, about))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });
});

const bar = (
  person: Person,
  student_id: number,
  about: Partial<CallInput<typeof setBar>> = {},
  key = randomUUID(),
) => person.ask(setBar, { student_id, levels: ['buying'], reason: 'Unpaid', ...about }, key);
const denied = {
  status: 403,
  code: 'registration_denied',
  detail: 'Student is denied registration',
};
const disabled = {
  status: 403,
  code: 'buying_disabled',
  detail: 'Please call the office to buy credits.',
};

describe('setBar', () => {
  test('bars purchases by student and staff at once, until it is lifted', async () => {
    const student = await aStudent({ credits: 8 });
    const { person, id } = student;
    const [exam, sessionId] = await Promise.all([examThat(person), aSession()]);
    const { registrationId, exam: row } = await registered(person, exam);
    const pricePerCredit = await creditPrice(person);
    const buy = async (by: Person) =>
      by.ask(
        purchaseCredits,
        {
          numberOfCredits: 1,
          amount: pricePerCredit,
          ...(await someCard()),
          ...(by === person ? {} : { student_id: id }),
        },
        randomUUID(),
      );
    const { body } = await bar(admin, id);
    expect(body.bars).toMatchObject([
      {
        levels: ['buying'],
        until: null,
        reason: 'Unpaid',
        setBy: 'Test Staff',
        liftedBy: null,
        state: 'in_force',
        actions: ['lift'],
      },
    ]);
    expect(await charged(id)).toEqual([]);
    for (const by of [person, admin]) expect(refusal(await buy(by))).toEqual(disabled);
    expect((await person.do(getCreditsInfo, {})).packageBuyingDisabled).toBe(true);
    const second = await examThat(person, (one) => isPlain(one) && one.id !== exam.id);
    const register = { examId: second.id };
    expect(refusal(await person.ask(onlineExamRegistration, register, randomUUID()))).toEqual(
      denied,
    );
    // other actions are unaffected
    await feesPaid(person, row);
    expect((await book(person, registrationId, sessionId)).status).toBe(200);

    const barId = body.bars[0]?.barId as number;
    const lifted = await bar(admin, id, {
      levels: undefined,
      barId,
      lift: true,
      reason: 'Paid',
    });
    expect(lifted.body.bars).toMatchObject([
      { state: 'lifted', liftedBy: 'Test Staff', actions: [] },
    ]);
    expect((await buy(person)).status).toBe(200);
  });

  test('bars booking by student and staff at once, but no purchases', async () => {
    const { person, id, registrationId } = await ready();
    const sessionId = await aSession();
    await bar(admin, id, { levels: ['booking'] });
    expect(refusal(await book(person, registrationId, sessionId))).toEqual(denied);
    const byStaff = { registrationId, sessionId, student_id: id };
    expect(refusal(await admin.ask(scheduleSessionForRegistration, byStaff, randomUUID()))).toEqual(
      denied,
    );
    expect((await person.do(getCreditsInfo, {})).packageBuyingDisabled).toBe(false);
    const exam = await examThat(person);
    expect(
      (await person.ask(onlineExamRegistration, { examId: exam.id }, randomUUID())).status,
    ).toBe(200);
  });

  test('shows advisors the reason, school admins only the bar; neither may bar', async () => {
    const [advisor, schoolAdmin, student] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      anEnrolled({ schoolId: 151 }),
    ]);
    await bar(admin, student.id, { levels: ['booking', 'buying'], until: '2035-01-31' });
    const seen = async (person: Person) =>
      (await person.do(getStudentFile, { student_id: student.id })).bars;
    const facts = { levels: ['buying', 'booking'], until: '2035-01-31', actions: [] };
    expect(await seen(advisor)).toMatchObject([{ ...facts, reason: 'Unpaid' }]);
    expect(await seen(schoolAdmin)).toMatchObject([{ ...facts, reason: null }]);
    for (const person of [advisor, schoolAdmin])
      expect(refusal(await bar(person, student.id))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });

  test('refuses a second bar of the same levels, and invalid lifts', async () => {
    const [{ id }, stranger] = await Promise.all([anEnrolled(), anEnrolled()]);
    const key = randomUUID();
    const [first, again] = [await bar(admin, id, {}, key), await bar(admin, id, {}, key)];
    expect(again.body).toEqual(first.body);
    expect(refusal(await bar(admin, id))).toEqual({
      status: 409,
      code: 'already_barred',
      detail: 'There is already a bar with these levels.',
    });
    const barId = first.body.bars[0]?.barId as number;
    const lift = (student: number) =>
      bar(admin, student, { levels: undefined, barId, lift: true, reason: 'Paid' });
    expect(refusal(await lift(stranger.id))).toMatchObject({ status: 404, code: 'bar_not_found' });
    await lift(id);
    expect(refusal(await lift(id))).toEqual({
      status: 409,
      code: 'already_lifted',
      detail: 'This bar has been lifted.',
    });
    const today = newYorkDay(steadyNow());
    for (const about of [
      { levels: undefined },
      { levels: [] },
      { until: today },
      { until: '2099-01-01' },
      { reason: 'no' },
      { barId },
      { lift: true as const },
    ])
      expect(refusal(await bar(admin, id, about))).toMatchObject({ status: 422, code: 'invalid' });
  });
});

describe('saveNote', () => {
  test('adds a note once per key; changes, pins and deletes it, with its history', async () => {
    const { id } = await anEnrolled();
    const key = randomUUID();
    await write(support, id, {}, key);
    const again = await write(support, id, {}, key);
    expect(again.body.notes).toMatchObject([
      { text: plain.text, editedAt: null, actions: ['edit', 'pin', 'strike'] },
    ]);
    const noteId = again.body.notes[0]?.noteId as number;
    const [pinned] = await written(admin, id, { noteId, pinned: true });
    expect(pinned).toMatchObject({ pinned: true, editedAt: null, actions: ['pin'] });
    const [changed] = await written(support, id, { noteId, text: 'About Tuesday', pinned: true });
    expect(changed).toMatchObject({ text: 'About Tuesday', pinned: true });
    expect(changed?.editedAt).not.toBeNull();
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const [struck] = await written(superAdmin, id, { noteId, strike: true });
    expect(struck).toMatchObject({ text: 'About Tuesday', actions: [] });
    expect(struck?.struckAt).not.toBeNull();
    expect((await admin.do(getStudentFile, { student_id: id })).notes).toEqual([]);
    const history = await admin.do(studentHistory, { student_id: id });
    const ofNotes = history.entries.filter(({ tname }) => tname === 'note');
    expect(ofNotes.map(({ op }) => op)).toEqual(['action', 'update', 'update', 'insert']);
    for (const { text } of ofNotes) expect(text).not.toMatch(/Monday|Tuesday/);
  });

  test("notifies staff on the student's pages, and not the student", async () => {
    const student = await aStudent();
    const [office, own] = await Promise.all([
      LiveStream.open(admin, { student_id: student.id }),
      LiveStream.open(student.person),
    ]);
    await Promise.all([office.waitForEvent('ready'), own.waitForEvent('ready')]);
    await written(support, student.id);
    await office.waitForEvent('changed', 'file');
    // a later event has arrived, so the note was not sent to the student
    await admin.do(editStudent, { student_id: student.id, city: 'Monsey' });
    await own.waitForEvent('changed', 'profile');
    expect(own.received.flatMap(({ topics }) => topics)).not.toContain('file');
  });

  test("refuses others' notes", async () => {
    const { id } = await anEnrolled();
    const [mine] = await written(support, id);
    const noteId = mine?.noteId as number;
    for (const about of [
      { noteId, text: 'Other' },
      { noteId, strike: true },
    ])
      expect(refusal(await write(admin, id, about))).toEqual({
        status: 403,
        code: 'not_author',
        detail: 'Only its author can change a note.',
      });
  });
});
