import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import {
  AccommodationsServiceDefinition,
  type ChangedSession,
  type CompareSessionsRequest,
} from '@portal/proto/registration/v1/accommodations';
import { forgetJob } from '../../forget.ts';
import { editStudent } from '../../students/editing/edit-student.ts';
import { aForm, aStaffUser, aStudent } from '../../testing.ts';
import type { AccommodationForm } from '../students/accommodation-rules.ts';
import { findStudent } from '../students/find-students.ts';
import { type Document, listAccommodations } from './accommodation-store.ts';
import { type Decision, decideAccommodation, openDocument } from './decide-accommodation.ts';
import { saveAccommodation } from './save-accommodation.ts';

let db: TestDatabase;
let stopRegistration: () => void;
/** The answer of registration about coming sessions, and the requests that it received. */
let sessions: ChangedSession[] = [];
let compared: CompareSessionsRequest[] = [];
/** Runs during the request to registration. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  db = await freshDatabase('identity');
  stopRegistration = await serveInProcess('REGISTRATION_ADDR', [
    standIn(AccommodationsServiceDefinition, {
      compareSessions: async (request) => {
        compared.push(request);
        await meanwhile();
        return { sessions };
      },
    }),
  ]);
});
beforeEach(() => {
  sessions = [];
  compared = [];
  meanwhile = async () => {};
});
afterAll(async () => {
  closeClients();
  stopRegistration();
  await db.drop();
});

const form: AccommodationForm = {
  kind: 'extra_time',
  percent: 25,
  minutes: null,
  text: null,
  validFrom: '2026-01-01',
  validUntil: null,
};
const letter: Document = {
  name: 'letter.pdf',
  type: 'application/pdf',
  content: Buffer.from('%PDF-1.7 letter'),
};
const admin = (studentId?: number, options: object = {}) =>
  asStaff(db, ['ROLE_ADMIN'], { ...(studentId ? { studentId } : {}), ...options });
const save = (
  studentId: number,
  about: Partial<AccommodationForm> = {},
  { id = null as number | null, version = 0, document = null as Document | null, ...options } = {},
) =>
  saveAccommodation(admin(studentId, options), {
    accommodationId: id,
    version,
    document,
    form: { ...form, ...about },
  });
const decide = (
  accommodationId: number,
  version: number,
  decision: Decision,
  { reason = '', dryRun = false } = {},
) => decideAccommodation(admin(), { accommodationId, version, decision, reason, dryRun });
const inForce = async (studentId: number) =>
  (await findStudent(db, studentId))?.approvedAccommodations;
const changesOf = (studentId: number) =>
  db.many`
    SELECT type FROM outbox WHERE type = 'identity.accommodation_changed'
      AND payload->'data'->>'studentId' = ${String(studentId)}`;

/** The emails about an accommodation, the oldest first. */
async function mailsAbout(id: number): Promise<(string | undefined)[]> {
  const mails = await db.many<{ subject: string; bodyText: string }>`
    SELECT subject, body_text FROM mail WHERE key LIKE ${`accommodation:${id}:%`} ORDER BY id`;
  for (const { subject } of mails) expect(subject).toBe('Your accommodations were changed');
  return mails.map(({ bodyText }) => /In force.*|They ended.*/.exec(bodyText)?.[0]);
}

test('an entry is in force once it is approved, and changed once the change is', async () => {
  const { id: studentId } = await aStudent(db);
  const [entered] = await save(studentId, {}, { document: letter });
  expect(entered).toMatchObject({ state: 'entered', inForce: null, version: 1, hasDocument: true });
  expect(await inForce(studentId)).toEqual([]);
  const id = entered?.id as number;

  const planned = await decide(id, 1, 'approve', { dryRun: true });
  expect(planned).toMatchObject({ studentId, before: [], after: [form] });
  expect(await inForce(studentId)).toEqual([]);
  const approved = await decide(id, 1, 'approve');
  expect(approved).toMatchObject({ before: [], after: [form] });
  expect(approved.accommodations).toMatchObject([{ state: 'approved', approvedBy: 'staff' }]);
  expect(await inForce(studentId)).toEqual([form]);

  const half = { ...form, percent: 50 };
  expect(await save(studentId, half, { id, version: 2 })).toMatchObject([
    { state: 'entered', percent: 50, inForce: form, version: 3, hasDocument: true },
  ]);
  expect(await inForce(studentId)).toEqual([form]);
  await decide(id, 3, 'approve');
  expect(await inForce(studentId)).toEqual([half]);
  const { accommodations } = await decide(id, 4, 'end', { reason: 'Term is over' });
  expect(accommodations).toMatchObject([{ state: 'ended', version: 5 }]);
  expect(await inForce(studentId)).toEqual([]);
  expect(await changesOf(studentId)).toHaveLength(3);
  expect(await mailsAbout(id)).toEqual([
    expect.stringMatching(/^In force from \w+ \d+, \d{4}: 25 % extra time\.$/),
    expect.stringMatching(/: 50 % extra time\.$/),
    expect.stringMatching(/^They ended on \w+ \d+, \d{4}\.$/),
  ]);
  expect(await findStudent(db, studentId)).toMatchObject({ version: 4 });
});

test('of two concurrent decisions on one version the second is refused', async () => {
  const { id: studentId } = await aStudent(db);
  const [entered] = await save(studentId);
  const id = entered?.id as number;
  const tries = await Promise.allSettled([decide(id, 1, 'approve'), decide(id, 1, 'refuse')]);
  expect(refusals(tries)).toEqual(['changed']);
});

const mailAbout = (id: number) =>
  db.one<{ bodyText: string }>`
    SELECT body_text FROM mail WHERE key LIKE ${`accommodation:${id}:%`} ORDER BY id DESC LIMIT 1`;
const at = (time: string) => new Date(`2031-03-06T${time}:00Z`);

test('the mail lists the new ends of coming sessions, but no unchanged ones', async () => {
  const { id: studentId } = await aStudent(db);
  const [entered] = await save(studentId);
  const id = entered?.id as number;
  const session = { sessionId: 1, startsAt: at('14:30'), problem: undefined };
  sessions = [
    { ...session, endsAt: at('17:00'), endsBefore: at('16:30') },
    // it lacks a special place, and ends as before
    { ...session, startsAt: at('20:15'), endsAt: at('21:15'), endsBefore: at('21:15') },
  ];
  await decide(id, 1, 'approve', { dryRun: true });
  expect(compared).toEqual([]);
  await decide(id, 1, 'approve');
  expect(compared).toMatchObject([{ studentId, before: [], after: [{ percent: 25 }] }]);
  const { bodyText } = await mailAbout(id);
  expect(bodyText).toContain('Thursday, March 6, 2031 at 9:30 AM: Ends at 12:00 PM (New York)');
  expect(bodyText).not.toContain('3:15');
});

test('a refused accommodation is not mailed, and sends no request to registration', async () => {
  const { id: studentId } = await aStudent(db);
  const [entered] = await save(studentId);
  await decide(entered?.id as number, 1, 'refuse');
  expect(compared).toEqual([]);
});

test('while registration does not answer nothing is decided', async () => {
  const { id: studentId } = await aStudent(db);
  const [entered] = await save(studentId);
  meanwhile = () => Promise.reject(new Error('away'));
  await expect(decide(entered?.id as number, 1, 'approve')).rejects.toThrow();
  expect(await listAccommodations(db, studentId)).toMatchObject([{ state: 'entered' }]);
  expect(await changesOf(studentId)).toEqual([]);
});

test('a concurrent decision on another accommodation prevents wrong ends in the mail', async () => {
  const { id: studentId } = await aStudent(db);
  const [first] = await save(studentId);
  const [second] = await save(studentId, { kind: 'breaks', percent: null, minutes: 30 });
  meanwhile = async () => {
    meanwhile = async () => {};
    await decide(second?.id as number, 1, 'approve');
  };
  const refused = await refusalOf(decide(first?.id as number, 1, 'approve'));
  expect(refused).toMatchObject({ code: 'changed', status: 409 });
  expect(await inForce(studentId)).toMatchObject([{ kind: 'breaks' }]);
  await decide(first?.id as number, 1, 'approve');
  expect(await inForce(studentId)).toHaveLength(2);
});

test('an outdated version names the last editor, also by the form of the student', async () => {
  const { id: studentId } = await aStudent(db, {
    accommodations: 'A lamp',
    accommodationsApprovedBy: 'Dr Gold',
  });
  const id = await aStaffUser(db, { loginName: 'rivka' });
  await db.run`UPDATE staff_user SET real_name = 'Rivka Stern' WHERE id = ${id}`;
  const call = admin(studentId);
  const rivka = { ...call, actor: { ...call.actor, id, name: 'rivka' } };
  const [own] = await listAccommodations(db, studentId);
  await editStudent(rivka, {
    studentId,
    confirmDoubleSsnDob: true,
    emailUnlocked: false,
    named: ['accommodations'],
    wish: aForm({ accommodations: 'Two lamps', accommodationsApprovedBy: 'Dr Gold' }),
  });
  const late = await refusalOf(decide(own?.id as number, 1, 'end', { reason: 'Over' }));
  expect(late).toMatchObject({ code: 'changed', detail: 'Rivka Stern changed this meanwhile.' });

  const [made] = await save(studentId);
  await saveAccommodation(
    { ...rivka, key: 'second' },
    {
      accommodationId: made?.id as number,
      version: 1,
      document: null,
      form: { ...form, percent: 50 },
    },
  );
  const change = { id: made?.id as number, version: 1 };
  expect(await refusalOf(save(studentId, {}, change))).toMatchObject({
    code: 'changed',
    detail: 'Rivka Stern changed this meanwhile.',
  });
});

test('the same key enters once with any paper size; another paper is another request', async () => {
  const { id } = await aStudent(db);
  await save(id, {}, { document: letter, key: 'once' } as object);
  expect(await save(id, {}, { document: letter, key: 'once' } as object)).toHaveLength(1);
  const other = { ...letter, content: Buffer.from('%PDF-1.7 other') };
  expect((await refusalOf(save(id, {}, { document: other, key: 'once' } as object))).code).toBe(
    'idempotency_key_reused',
  );
});

test('refuses invalid input', async () => {
  const [{ id: studentId }, stranger] = [await aStudent(db), await aStudent(db)];
  const [made] = await save(studentId);
  const id = made?.id as number;
  const code = async (tried: Promise<unknown>) => (await refusalOf(tried)).code;
  expect(await code(save(studentId, { minutes: 30 }))).toBe('invalid');
  expect(await code(save(stranger.id, {}, { id, version: 1 }))).toBe('accommodation_not_found');
  expect(await code(save(studentId, {}, { id, version: 2 }))).toBe('changed');
  expect(await code(decide(id, 2, 'approve'))).toBe('changed');
  expect(await code(decide(999_999, 1, 'approve'))).toBe('accommodation_not_found');
  expect(await code(decide(id, 1, 'end', { reason: 'x' }))).toBe('already_decided');
  expect(await code(decide(id, 1, 'refuse', { reason: 'x'.repeat(301) }))).toBe('invalid');
  await decide(id, 1, 'refuse');
  expect(await code(decide(id, 2, 'approve'))).toBe('already_decided');
  expect(await changesOf(studentId)).toEqual([]);
  expect(await code(save(9_999_999))).toBe('student_not_found');
  expect(await code(openDocument(admin(), id))).toBe('accommodation_not_found');
});

test('opening the paper is noted, and it is deleted two years after the end', async () => {
  const { id: studentId } = await aStudent(db);
  const [kept] = await save(studentId, {}, { document: letter });
  const [old] = await save(
    studentId,
    { validFrom: '2020-01-01', validUntil: '2020-06-30' },
    { document: letter },
  );
  const opened = await openDocument(admin(), kept?.id as number);
  expect(opened).toEqual(letter);
  expect(
    await db.many`
      SELECT op, actor_name, change FROM audit
      WHERE table_name = 'accommodation' AND row_id = ${String(kept?.id)} AND op = 'action'
      ORDER BY id`,
  ).toEqual([
    { op: 'action', actorName: 'staff', change: { document: 'letter.pdf' } },
    { op: 'action', actorName: 'staff', change: { document: 'opened' } },
  ]);
  await forgetJob(db).run();
  const papers = (await listAccommodations(db, studentId)).map(({ id, hasDocument }) => [
    id,
    hasDocument,
  ]);
  expect(new Map(papers as [number, boolean][])).toEqual(
    new Map([
      [kept?.id, true],
      [old?.id, false],
    ]),
  );
});

test.each(['refuse', 'end'] as const)(
  'the paper of one without a last day goes two years after the decision to %s it',
  async (decision) => {
    const { id: studentId } = await aStudent(db);
    const papers = async () =>
      (await listAccommodations(db, studentId)).map(({ hasDocument }) => hasDocument);
    const [one] = await save(studentId, {}, { document: letter });
    const id = one?.id as number;
    if (decision === 'end') await decide(id, 1, 'approve');
    await decide(id, decision === 'end' ? 2 : 1, decision, { reason: 'Not needed' });
    await forgetJob(db).run();
    expect(await papers()).toEqual([true]);
    await db.run`
      UPDATE accommodation SET over_at = over_at - interval '731 days' WHERE id = ${id}`;
    await forgetJob(db).run();
    expect(await papers()).toEqual([false]);
  },
);

test('the mail lists new ends when the text of the record replaces longer time', async () => {
  const { id: studentId } = await aStudent(db, {
    accommodations: 'Time',
    accommodationsApprovedBy: 'Dr Gold',
  });
  const [own] = await listAccommodations(db, studentId);
  const id = own?.id as number;
  await save(studentId, {}, { id, version: 1 });
  await decide(id, 2, 'approve');
  const session = { sessionId: 1, startsAt: at('14:30'), problem: undefined };
  sessions = [{ ...session, endsAt: at('16:30'), endsBefore: at('17:00') }];
  compared = [];
  await editStudent(admin(studentId), {
    studentId,
    confirmDoubleSsnDob: true,
    emailUnlocked: false,
    named: ['accommodations', 'accommodationsApprovedBy'],
    wish: aForm({ accommodations: 'A lamp', accommodationsApprovedBy: 'Dr Gold' }),
  });
  expect(compared).toMatchObject([{ studentId, before: [{ percent: 25 }], after: [] }]);
  const { bodyText } = await mailAbout(id);
  expect(bodyText).toContain(': A lamp.');
  expect(bodyText).toContain('Thursday, March 6, 2031 at 9:30 AM: Ends at 11:30 AM (New York)');
});

test('the text of the record is an approved one of kind other, and ends with it', async () => {
  const given = { accommodations: 'A lamp', accommodationsApprovedBy: 'Dr Gold' };
  const { id: studentId } = await aStudent(db, given);
  const [own] = await listAccommodations(db, studentId);
  expect(own).toMatchObject({
    kind: 'other',
    text: 'A lamp',
    state: 'approved',
    approvedBy: 'Dr Gold',
  });
  const edit = (about: object) =>
    editStudent(admin(studentId), {
      studentId,
      confirmDoubleSsnDob: true,
      emailUnlocked: false,
      named: ['accommodations', 'accommodationsApprovedBy'],
      wish: aForm(about),
    });
  expect(await mailsAbout(own?.id as number)).toEqual([]);
  await edit({ ...given, accommodations: 'Two lamps' });
  expect(await inForce(studentId)).toMatchObject([{ kind: 'other', text: 'Two lamps' }]);
  await edit({ accommodations: 'Two lamps', accommodationsApprovedBy: 'Dr Silver' });
  await edit({ accommodations: null, accommodationsApprovedBy: null });
  expect(await inForce(studentId)).toEqual([]);
  expect(await mailsAbout(own?.id as number)).toEqual([
    expect.stringMatching(/^In force from \w+ \d+, \d{4}: Two lamps\.$/),
    expect.stringMatching(/^They ended on \w+ \d+, \d{4}\.$/),
  ]);
  expect(await changesOf(studentId)).toHaveLength(4);
  expect(compared).toEqual([]);
  await edit(given);
  const [again] = await listAccommodations(db, studentId);
  await decide(again?.id as number, again?.version as number, 'end', { reason: 'Lamp broke' });
  expect(await findStudent(db, studentId)).toMatchObject({
    accommodations: null,
    accommodationsApprovedBy: null,
    approvedAccommodations: [],
  });
});
