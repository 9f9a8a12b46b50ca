import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { setSessionState } from '@portal/contract/sessions/office-sessions';
import {
  changeWaiting,
  getWaitingList,
  leaveWaitingList,
  listWaiting,
} from '@portal/contract/sessions/waiting-list';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import {
  aLine,
  answer,
  becomes,
  change,
  entryOf,
  giveSeats,
  office,
  type Waiting,
} from './waiting-lines.ts';

describe('getWaitingList', () => {
  test("gives students their own open and ended entries, without others' names", async () => {
    const [first, second] = await aLine(2);
    await leave(first);
    expect(await entryOf(first)).toMatchObject({
      state: 'left',
      position: null,
      studentName: '',
    });
    expect(await entryOf(second)).toMatchObject({
      state: 'waiting',
      position: 1,
    });
    const { entries, offerHours } = await second.person.do(getWaitingList, {});
    expect(entries.map(({ waitingId }) => waitingId)).toEqual([second.waitingId]);
    expect(offerHours).toBeGreaterThan(0);
  });

  test("gives the office a student's entries, and refuses support", async () => {
    const [[{ id: student_id, waitingId }], support] = await Promise.all([
      aLine(1),
      signedInStaff('ROLE_SUPPORT'),
    ]);
    const { entries } = await (await office()).do(getWaitingList, {
      student_id,
    });
    expect(entries).toMatchObject([{ waitingId, studentId: student_id }]);
    expect(refusal(await support.ask(getWaitingList, { student_id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});

const leave = ({ person, waitingId }: Pick<Waiting, 'person' | 'waitingId'>) =>
  person.ask(leaveWaitingList, { waitingId }, randomUUID());

describe('leaveWaitingList', () => {
  test('ends the entry and moves the following students up', async () => {
    const [first, second] = await aLine(2);
    const { status, body } = await leave(first);
    expect(status).toBe(200);
    expect(leaveWaitingList.answer.parse(body).entry).toMatchObject({
      waitingId: first.waitingId,
      state: 'left',
      position: null,
      studentName: '',
    });
    expect(await entryOf(second)).toMatchObject({
      state: 'waiting',
      position: 1,
    });
    expect(refusal(await leave(first))).toEqual({
      status: 409,
      code: 'already_ended',
      detail: 'This is no longer open.',
    });
  });

  test("offers a leaving student's offered seat to the next one", async () => {
    const [first, second] = await aLine(2);
    await giveSeats(first.testSessionId);
    await becomes(first, 'offered');
    await leave(first);
    await becomes(second, 'offered');
  });

  test("does not find an unknown entry, or another account's", async () => {
    const [[{ waitingId }], { person }] = await Promise.all([aLine(1), aStudent()]);
    for (const id of [2_000_000_000, waitingId])
      expect(refusal(await leave({ person, waitingId: id }))).toEqual({
        status: 404,
        code: 'waiting_not_found',
        detail: 'This entry was not found.',
      });
  });
});

describe('listWaiting', () => {
  test('gives the office the line of a session in order, in pages, with names', async () => {
    const [first, second] = await aLine(2);
    const { testSessionId } = first;
    const { items, total } = await (await office()).do(listWaiting, {
      testSessionId,
    });
    expect([total, items]).toMatchObject([
      2,
      [
        {
          waitingId: first.waitingId,
          position: 1,
          studentName: `Edna ${first.lastName}`,
        },
        {
          waitingId: second.waitingId,
          position: 2,
          studentName: `Edna ${second.lastName}`,
        },
      ],
    ]);
    const page = await (await office()).do(listWaiting, {
      testSessionId,
      page: 2,
      pageSize: 1,
    });
    expect([page.total, page.items]).toMatchObject([2, [{ waitingId: second.waitingId }]]);
  });
});

describe('changeWaiting', () => {
  const placeOf = (action: string) => (action === 'move' ? { position: 1 } : {});
  const order = async (testSessionId: number) =>
    (await (await office()).do(listWaiting, { testSessionId })).items.map(
      ({ waitingId }) => waitingId,
    );

  test('moves a student only to a given position; the next seat follows the order', async () => {
    const [first, second, third] = await aLine(3);
    expect(refusal(await change(third, 'move'))).toMatchObject({ status: 422, code: 'invalid' });
    expect(await order(first.testSessionId)).toEqual(
      [first, second, third].map(({ waitingId }) => waitingId),
    );
    const { status, body } = await change(third, 'move', { position: 1 });
    expect(status).toBe(200);
    const moved = [third, first, second].map(({ waitingId }) => waitingId);
    const { entries } = changeWaiting.answer.parse(body);
    expect(entries.map(({ waitingId }) => waitingId)).toEqual(moved);
    expect(entries.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(await order(first.testSessionId)).toEqual(moved);
    await giveSeats(first.testSessionId);
    await becomes(third, 'offered');
    expect(await entryOf(first)).toMatchObject({
      state: 'waiting',
      position: 1,
    });
  });

  test('emails a removed student and moves the following ones up', async () => {
    const [first, second] = await aLine(2);
    const { body } = await change(first, 'remove');
    expect(changeWaiting.answer.parse(body).entries).toMatchObject([
      { waitingId: second.waitingId, position: 1 },
    ]);
    expect(await entryOf(first)).toMatchObject({
      state: 'removed',
      position: null,
    });
    await mailTo(first.email, /waiting list/i);
    for (const action of ['move', 'remove', 'offerNow'] as const)
      expect(refusal(await change(first, action, placeOf(action)))).toEqual({
        status: 409,
        code: 'already_ended',
        detail: 'This is no longer open.',
      });
  });

  test('offers a free seat out of turn, and refuses without one', async () => {
    const [first, second] = await aLine(2);
    const none = {
      status: 409,
      code: 'no_free_seat',
      detail: 'There is no free place to offer.',
    };
    expect(refusal(await change(second, 'offerNow'))).toEqual(none);
    // a free seat without an offer
    await sql('registration', 'UPDATE session SET seats = 1, seats_left = 1 WHERE id = $1', [
      first.testSessionId,
    ]);
    const { status, body } = await change(second, 'offerNow');
    expect(status).toBe(200);
    expect(changeWaiting.answer.parse(body).entries).toMatchObject([
      { waitingId: second.waitingId, state: 'offered', position: null },
      { waitingId: first.waitingId, state: 'waiting', position: 1 },
    ]);
    expect(refusal(await change(second, 'offerNow'))).toEqual(none);
    expect((await answer(second)).status).toBe(200);
  });

  test('refuses an offer to a barred student, and in a session that staff closed', async () => {
    const [student] = await aLine(1);
    await barStudent(student.id, {
      deniedRegistration: true,
      buyingStopped: false,
    });
    expect(refusal(await change(student, 'offerNow'))).toEqual({
      status: 409,
      code: 'may_not_sit',
      detail: 'Student is denied registration',
    });
    const sessions = [{ testSessionId: student.testSessionId, version: 0 }];
    await (await office()).do(setSessionState, { sessions, action: 'close' });
    expect(refusal(await change(student, 'offerNow'))).toEqual({
      status: 409,
      code: 'waiting_closed',
      detail: 'The waiting list of this session is closed.',
    });
  });

  test('requires a reason and an existing entry', async () => {
    const [student] = await aLine(1);
    for (const reason of ['', ' no '])
      expect(refusal(await change(student, 'remove', { reason }))).toEqual({
        status: 422,
        code: 'reason_required',
        detail: 'Please give a reason.',
      });
    for (const action of ['move', 'remove', 'offerNow'] as const)
      expect(refusal(await change({ waitingId: 2_000_000_000 }, action, placeOf(action)))).toEqual({
        status: 404,
        code: 'waiting_not_found',
        detail: 'This entry was not found.',
      });
    expect(await entryOf(student)).toMatchObject({ state: 'waiting' });
  });
});
