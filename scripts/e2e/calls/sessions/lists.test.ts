import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import {
  cancelSession,
  getActiveLocations,
  getAllActiveLocations,
  getLastActiveLocation,
  getOpenBranches,
  getOpenedSessions,
  getSession,
  getSessionsByStudentId,
  Location,
  Session,
  setSessionAlert,
} from '@portal/contract/sessions/sessions';
import * as z from 'zod';
import { booked, examsThat, examThat, isPlain } from '../../exams/registrations.ts';
import { aSession, BRANCH } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('getAllActiveLocations', () => {
  test('gives students the branches open to them by name, and staff all branches', async () => {
    const [{ person }, staff] = await Promise.all([aStudent(), signedInStaff('ROLE_ADMIN')]);
    const [seen, all] = [
      await person.do(getAllActiveLocations, {}),
      await staff.do(getAllActiveLocations, {}),
    ];
    expect(z.array(Location).safeParse(all).error).toBeUndefined();
    expect(seen.filter(({ admin_only }) => admin_only)).toEqual([]);
    expect(all.filter(({ admin_only }) => admin_only).length).toBeGreaterThan(0);
    expect(seen.map(({ name }) => name)).toEqual(
      [...seen.map(({ name }) => name)].sort(new Intl.Collator('en', { numeric: true }).compare),
    );
    expect(seen.map(({ id }) => id)).toContain(BRANCH);
  });
});

describe('getActiveLocations', () => {
  test('gives only staff the branches with open sessions', async () => {
    const staff = await signedInStaff('ROLE_SUPPORT');
    const all = await staff.do(getAllActiveLocations, {});
    const activeIds = async () => (await staff.do(getActiveLocations, {})).map(({ id }) => id);
    const before = await activeIds();
    const idle = all.find(({ id }) => !before.includes(id));
    const locationId = idle?.id ?? BRANCH;
    await aSession({ locationId, closedByStaff: true });
    if (idle) expect(await activeIds()).not.toContain(locationId);
    await aSession({ locationId });
    const after = await staff.do(getActiveLocations, {});
    expect(after.map(({ id }) => id)).toContain(locationId);
    expect(after.map(({ name }) => name)).toEqual(
      all.flatMap(({ id, name }) => (after.some((one) => one.id === id) ? [name] : [])),
    );
  });
});

describe('getLastActiveLocation', () => {
  test('is branch 13 at first, then that of the newest booked session', async () => {
    const { person } = await aStudent({ credits: 8 });
    expect((await person.do(getLastActiveLocation, {})).id).toBe(BRANCH);
    const other = (await person.do(getAllActiveLocations, {})).find(
      ({ id, by_appointment }) => id !== BRANCH && !by_appointment,
    );
    await booked(person, await examThat(person), await aSession({ locationId: other?.id }));
    expect((await person.do(getLastActiveLocation, {})).id).toBe(other?.id);
  });
});

describe('getOpenedSessions', () => {
  test('gives the sessions of a branch by time, including closed and full ones', async () => {
    const { person } = await aStudent();
    const [open, full, closed] = await Promise.all([
      aSession({ seats: 5 }),
      aSession({ seats: 0 }),
      aSession({ closedByStaff: true }),
    ]);
    const sessions = await person.do(getOpenedSessions, { locationId: BRANCH });
    expect(z.array(Session).safeParse(sessions).error).toBeUndefined();
    const found = (id: number) => sessions.find(({ testSessionId }) => testSessionId === id);
    expect(found(open)).toMatchObject({
      remainingSeats: 5,
      closed: false,
      hasASeat: false,
      durationLeft: 210,
      locationId: BRANCH,
      sessionType: '21',
    });
    expect(found(full)).toMatchObject({ remainingSeats: 0 });
    expect(found(closed)).toMatchObject({ closed: true });
    const moments = sessions.map(({ date, testSessionTime }) => `${date} ${testSessionTime}`);
    expect(moments).toEqual([...moments].sort());
    expect(new Set(sessions.map(({ locationId }) => locationId))).toEqual(new Set([BRANCH]));
  });
});

describe('getSession', () => {
  test('gives a session that the student can book', async () => {
    const [{ person }, sessionId] = await Promise.all([aStudent(), aSession({ seats: 3 })]);
    expect(await person.do(getSession, { sessionId })).toMatchObject({
      testSessionId: sessionId,
      remainingSeats: 3,
      branchName: expect.any(String),
    });
  });

  test('does not find unknown sessions, or ones hidden from the student', async () => {
    const { person } = await aStudent();
    const school = await aSession({ sessionType: '22', schoolId: 151, locationId: undefined });
    for (const sessionId of [2_000_000_003, school, await aSession({ gender: '1' })])
      expect(refusal(await person.ask(getSession, { sessionId }))).toMatchObject({
        status: 404,
        code: 'session_not_found',
      });
  });
});

describe('getSessionsByStudentId', () => {
  test('gives each session of open registrations once, however many exams it has', async () => {
    const { person } = await aStudent({ credits: 12 });
    const sessionId = await aSession();
    const [one, two] = await examsThat(
      person,
      (row) => isPlain(row) && row.examDuration <= 105 && row.credits <= 4,
    );
    expect(await person.do(getSessionsByStudentId, {})).toEqual([]);
    await booked(person, one as Exam, sessionId);
    const second = await booked(person, two as Exam, sessionId);
    expect(await person.do(getSessionsByStudentId, {})).toMatchObject([
      { testSessionId: sessionId, hasASeat: true },
    ]);
    await person.do(cancelSession, { registrationId: second.registrationId });
    expect(await person.do(getSessionsByStudentId, {})).toHaveLength(1);
  });
});

describe('getOpenBranches', () => {
  test('gives the branches with room for the exam and their next session', async () => {
    const { person } = await aStudent();
    const sessionId = await aSession({ locationId: BRANCH });
    const { date, testSessionTime } = await person.do(getSession, { sessionId });
    const branches = await person.do(getOpenBranches, { minutes: 60 });
    const branch = branches.find(({ locationId }) => locationId === BRANCH);
    expect(branch?.openSessions).toBeGreaterThan(0);
    const next = `${branch?.next?.date} ${branch?.next?.time}`;
    expect(next <= `${date} ${testSessionTime}`).toBe(true);
    const seen = (await person.do(getAllActiveLocations, {})).map(({ id }) => id);
    expect(branches.filter(({ locationId }) => !seen.includes(locationId))).toEqual([]);
    // no session is that long
    expect(await person.do(getOpenBranches, { minutes: 1000 })).toEqual([]);
    expect(refusal(await person.ask(getOpenBranches, { minutes: -1 })).status).toBe(400);
  });
});

describe('setSessionAlert', () => {
  test('stores the alert of an existing branch until it is removed', async () => {
    const { person } = await aStudent();
    const alertInput = { locationId: BRANCH, wanted: true };
    expect(
      refusal(await person.ask(setSessionAlert, { ...alertInput, locationId: 999_999 })),
    ).toMatchObject({ status: 404, code: 'location_not_found' });
    expect(await person.do(setSessionAlert, alertInput)).toEqual({ wanted: true });
    const waits = async () =>
      (await person.do(getOpenBranches, { minutes: 1000 })).map(({ locationId, alert }) => [
        locationId,
        alert,
      ]);
    expect(await waits()).toEqual([[BRANCH, true]]);
    expect(await person.do(setSessionAlert, { ...alertInput, wanted: false })).toEqual({
      wanted: false,
    });
    expect(await waits()).toEqual([]);
  });
});
