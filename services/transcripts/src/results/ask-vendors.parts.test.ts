import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { plusSeconds } from '@portal/kit/clock';
import { errorsOf } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { deliver } from '@portal/kit/testing/events/message-pacts';
import { identityErrors } from '@portal/proto/errors/identity';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { GradesServiceDefinition, type UngradedExam } from '@portal/proto/registration/v1/grades';
import { lookUpTalId } from '../tal-ids/look-up-tal-id.ts';
import { askDue, noteDay } from './ask-job.ts';
import { askResults } from './ask-results.ts';
import { onExamGraded } from './on-exam-graded.ts';

/** Both vendors in memory. */
const vendors = {
  tal: new Map<string, object[]>(),
  coopersmith: new Map<string, object[]>(),
  /** The results of a search at TAL. */
  students: [] as object[],
  queries: [] as string[],
  fails: null as 'status' | 'json' | 'cut' | null,
};
let server: Server;
let db: TestDatabase;
let ungraded: UngradedExam[] = [];
const ids = new Map<number, { talId?: string; cccId?: string }>();
const identityError = errorsOf(identityErrors);
let isAway = false;
const closers: (() => void)[] = [];

/** Every student on record. */
const person = { firstName: 'Rivka', lastName: 'Adler', dob: '2004-04-15', last4Ssn: '4821' };
const never = {
  handle: () => {
    throw new Error('nobody should ask this');
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, vendor = '', , id = ''] = (request.url ?? '').split('/');
    vendors.queries.push(`${vendor} ${id}`);
    if (vendors.fails === null && id === 'search')
      return void response.end(JSON.stringify({ students: vendors.students }));
    if (vendors.fails === 'status') return void response.writeHead(500).end();
    if (vendors.fails === 'cut') return void response.destroy();
    if (vendors.fails === 'json')
      return void response.writeHead(200).end('{"results": [{"result": "Splendid"}]}');
    const results = vendors[vendor as 'tal' | 'coopersmith'].get(id);
    response
      .writeHead(results ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ studentId: id, results }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setForFile({ TAL_URL: `${url}/tal` });
  setForFile({ COOPERSMITH_URL: `${url}/coopersmith` });
  db = await freshDatabase('transcripts');
  closers.push(
    await serveInProcess('REGISTRATION_ADDR', [
      rpcs(GradesServiceDefinition, {
        uploadBatch: never,
        listTalExams: never,
        listUngraded: {
          handle: async ({ studentId, afterId, limit }) => {
            if (isAway) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
            const found = ungraded.filter(
              (one) =>
                one.registrationId > afterId &&
                (studentId === undefined || one.studentId === studentId),
            );
            return { exams: found.slice(0, limit) };
          },
        },
      }),
    ]),
    await serveInProcess('IDENTITY_ADDR', [
      rpcs(VendorsServiceDefinition, {
        getVendorIds: never,
        keepCccId: never,
        keepTalId: {
          handle: async ({ studentId, talId }) => {
            const holder = [...ids].find(([, one]) => one.talId === talId)?.[0];
            if (holder !== undefined && holder !== studentId)
              throw identityError('id_taken', 'Leah Roth has this id.');
            ids.set(studentId, { ...ids.get(studentId), talId });
            return { talId };
          },
        },
        findTalStudents: never,
        findByJseIds: never,
        listVendorIds: {
          handle: async ({ studentIds }) => ({
            students: studentIds.map((studentId) => ({ studentId, ...ids.get(studentId) })),
          }),
        },
      }),
      standIn(StudentsServiceDefinition, {
        listStudents: async ({ ids: [id] }) => ({ students: [{ id, ...person }] }),
      }),
    ]),
  );
});
beforeEach(async () => {
  vendors.fails = null;
  vendors.students = [];
  vendors.queries.length = 0;
  isAway = false;
  ungraded = [];
  await db.run`DELETE FROM vendor_ask`;
  await db.run`DELETE FROM result_day`;
});
afterAll(async () => {
  for (const close of closers) close();
  server.close();
  await db.drop();
});

let last = 100;
/** A student with an exam that waits for its result. */
function waiting(more: Partial<UngradedExam> = {}, known: { talId?: string; cccId?: string } = {}) {
  last += 1;
  const exam = {
    registrationId: last,
    studentId: last,
    examId: 101,
    vendorId: 1,
    examCode: 'TAL-101',
    takenOn: '2026-11-10',
    ...more,
  };
  ungraded.push(exam);
  ids.set(exam.studentId, { talId: `TAL${last}`, ...known });
  return { ...exam, talId: `TAL${last}` };
}
const talResult = (more: object = {}) => ({
  resultId: `R${last}`,
  reference: `set-${last}`,
  examCode: 'TAL-101',
  subject: 'Ethics',
  credits: 3,
  takenOn: '2026-11-10',
  online: false,
  vendor: 'TAL',
  result: 'Pass',
  score: 88,
  released: true,
  ...more,
});
const announced = async (registrationId: number) =>
  (
    await db.many<{ data: { result: string; score?: string } }>`
      SELECT payload -> 'data' AS data FROM outbox WHERE type = 'transcripts.result_received'
        AND (payload #>> '{data,registrationId}')::bigint = ${registrationId} ORDER BY created_at`
  ).map(({ data }) => [data.result, data.score]);
const noon = new Date('2026-11-21T17:00:00Z');
const aDay = async (now = noon) => {
  await noteDay(db, now);
  await askDue(db, now);
};

test('a result that a vendor sends twice is kept once, with its last word', async () => {
  const student = waiting();
  vendors.tal.set(student.talId, [
    talResult({ resultId: 'T1', result: 'Pending', score: null }),
    talResult({ resultId: 'T1', score: 91 }),
  ]);
  await aDay();
  expect(await announced(student.registrationId)).toEqual([['Pass', '91']]);
  expect(
    await db.many`
      SELECT result, score, registration_id FROM exam_result WHERE vendor_reference = 'T1'`,
  ).toEqual([{ result: 'Pass', score: '91', registrationId: student.registrationId }]);
});

test('queries vendors once a day about open exams, and announces final results', async () => {
  const [passed, failed, pending] = [waiting(), waiting(), waiting()];
  vendors.tal.set(passed.talId, [talResult({ resultId: 'A1' })]);
  vendors.tal.set(failed.talId, [talResult({ resultId: 'A2', result: 'Fail', score: 40 })]);
  vendors.tal.set(pending.talId, [talResult({ resultId: 'A3', result: 'Pending', score: null })]);
  await aDay();
  expect([
    await announced(passed.registrationId),
    await announced(failed.registrationId),
    await announced(pending.registrationId),
  ]).toEqual([[['Pass', '88']], [['Fail', undefined]], []]);
  const kept = await db.many`
      SELECT result, score, credits, registration_id FROM exam_result
      WHERE vendor_reference IN ('A1', 'A2', 'A3') ORDER BY vendor_reference`;
  expect(kept).toEqual([
    { result: 'Pass', score: '88', credits: 3, registrationId: passed.registrationId },
    { result: 'Fail', score: null, credits: null, registrationId: failed.registrationId },
    { result: 'Pending', score: null, credits: 3, registrationId: null },
  ]);

  vendors.queries.length = 0;
  await aDay(plusSeconds(noon, 3600));
  expect(vendors.queries).toEqual([]);
  ungraded = ungraded.filter(({ registrationId }) => registrationId === pending.registrationId);
  vendors.tal.set(pending.talId, [
    talResult({ resultId: 'A3', result: 'Disqualified', score: null }),
  ]);
  await aDay(plusSeconds(noon, 24 * 3600));
  expect(vendors.queries).toEqual([`tal ${pending.talId}`]);
  expect(await announced(pending.registrationId)).toEqual([['Disqualified', undefined]]);
});

test('the day is that of New York', async () => {
  const { talId } = waiting();
  vendors.tal.set(talId, []);
  await aDay(new Date('2026-11-21T04:30:00Z'));
  await aDay(new Date('2026-11-21T04:59:00Z'));
  expect(vendors.queries).toHaveLength(1);
  await aDay(new Date('2026-11-21T05:01:00Z'));
  expect(vendors.queries).toHaveLength(2);
});

test('requests a course at Coopersmith by the name that the portal gave it there', async () => {
  const { registrationId } = waiting({ vendorId: 3, examCode: 'CCC-301' }, { cccId: 'CCC7' });
  vendors.coopersmith.set('CCC7', [
    {
      enrolmentId: 'E1',
      reference: `registration-${registrationId}`,
      courseCode: 'CCC-301',
      subject: 'Psychology',
      credits: 3,
      examTakenOn: null,
      result: 'Pass',
      score: 90.5,
    },
  ]);
  await aDay();
  expect(vendors.queries).toEqual(['coopersmith CCC7']);
  expect(await announced(registrationId)).toEqual([['Pass', '90.5']]);
});

test('requests no results of a student unknown to TAL, also by an unknown id', async () => {
  const { studentId } = waiting();
  ids.set(studentId, {});
  const { talId } = waiting();
  await aDay();
  expect(vendors.queries.toSorted()).toEqual([`tal ${talId}`, 'tal search']);
  expect(await db.many`SELECT 1 FROM vendor_ask WHERE next_try_at IS NOT NULL`).toEqual([]);
});

test.each(['status', 'json', 'cut'] as const)(
  'queries a failing vendor (%s) again later, but not forever',
  async (fails) => {
    const { registrationId, talId } = waiting();
    vendors.tal.set(talId, [talResult({ resultId: `T-${fails}` })]);
    vendors.fails = fails;
    await aDay();
    expect(vendors.queries).toHaveLength(1);
    await askDue(db, plusSeconds(noon, 10));
    expect(vendors.queries).toHaveLength(1);
    vendors.fails = null;
    await askDue(db, plusSeconds(noon, 120));
    expect(await announced(registrationId)).toEqual([['Pass', '88']]);

    vendors.fails = fails;
    await db.run`UPDATE vendor_ask SET next_try_at = ${noon}, tries = 0`;
    for (let hours = 0; hours < 20; hours++) await askDue(db, plusSeconds(noon, hours * 3600));
    expect(await db.many`SELECT tries FROM vendor_ask WHERE next_try_at IS NULL`).toEqual([
      { tries: 8 },
    ]);
  },
);

test('two replicas ask once', async () => {
  const exams = Array.from({ length: 12 }, () => waiting());
  for (const { talId } of exams) vendors.tal.set(talId, []);
  await Promise.all([aDay(), aDay(), aDay()]);
  await Promise.all([askDue(db, noon), askDue(db, noon)]);
  expect(vendors.queries.length).toBe(new Set(vendors.queries).size);
  expect(vendors.queries).toHaveLength(12);
});

test('resumes after registration was unavailable, where it stopped', async () => {
  const { talId } = waiting();
  vendors.tal.set(talId, []);
  isAway = true;
  await expect(noteDay(db, noon)).rejects.toMatchObject({ code: 'unavailable' });
  isAway = false;
  await aDay(plusSeconds(noon, 1));
  expect(vendors.queries).toHaveLength(1);
});

test('opening a record queries both vendors and reports failures; results stay', async () => {
  const { studentId, talId } = waiting({}, { cccId: 'CCC9' });
  vendors.tal.set(talId, [
    talResult({ resultId: 'O1' }),
    talResult({ resultId: 'O2', examCode: 'TAL-300', released: null }),
  ]);
  vendors.coopersmith.set('CCC9', []);
  const open = () => askResults(asStaff(db, ['ROLE_ADMIN']), studentId);
  expect(await open()).toMatchObject({
    results: [{ courseNumber: 'TAL-101', result: 'Pass', score: '88' }],
    tal: 'answered',
    coopersmith: 'answered',
  });
  vendors.coopersmith.delete('CCC9');
  expect(await open()).toMatchObject({ coopersmith: 'unknown' });
  vendors.fails = 'status';
  expect(await open()).toMatchObject({
    results: [{ courseNumber: 'TAL-101' }],
    tal: 'failed',
    coopersmith: 'failed',
  });
  ids.set(studentId, {});
  expect(await open()).toMatchObject({ tal: 'missing', coopersmith: 'missing' });
});

test('a result of another student does not replace the own one', async () => {
  const [one, other] = [waiting(), waiting()];
  vendors.tal.set(one.talId, [talResult({ resultId: 'S1' })]);
  vendors.tal.set(other.talId, [talResult({ resultId: 'S1', result: 'Fail' })]);
  await aDay();
  expect(await db.many`SELECT 1 FROM exam_result WHERE vendor_reference = 'S1'`).toHaveLength(1);
});

/** The student as TAL has them under this id. */
const atTal = (studentId: string, more: object = {}) => {
  const { last4Ssn: last4ssn, ...known } = person;
  return { studentId, ...known, last4ssn, ...more };
};
/** A student with an exam that waits for its result, and no id at TAL. */
function withoutId() {
  const student = waiting();
  ids.set(student.studentId, {});
  return student;
}

test('a student without a TAL id is looked up at TAL, and the results are requested', async () => {
  const { studentId, registrationId, talId } = withoutId();
  vendors.students = [atTal(talId)];
  vendors.tal.set(talId, [talResult({ resultId: 'L1' })]);
  await aDay();
  expect(ids.get(studentId)).toEqual({ talId });
  expect(await announced(registrationId)).toEqual([['Pass', '88']]);
});

test('stores no id while TAL knows no student, several, or one with other data', async () => {
  const { studentId, talId } = withoutId();
  for (const found of [[], [atTal(talId), atTal('TALx')], [atTal(talId, { dob: '2004-04-16' })]]) {
    vendors.students = found;
    await db.run`DELETE FROM vendor_ask`;
    await db.run`DELETE FROM result_day`;
    await aDay();
  }
  expect(ids.get(studentId)).toEqual({});
  expect(vendors.queries).toEqual(['tal search', 'tal search', 'tal search']);
});

test('stores no id of another student, and queries no one again the same day', async () => {
  const { talId } = waiting();
  const { studentId } = withoutId();
  vendors.students = [atTal(talId)];
  ungraded = ungraded.filter((one) => one.studentId === studentId);
  await aDay();
  expect(ids.get(studentId)).toEqual({});
  await askDue(db, plusSeconds(noon, 600));
  expect(vendors.queries).toEqual(['tal search']);
});

test('the first grade of a TAL exam has the student looked up, also delivered twice', async () => {
  const { studentId, talId } = withoutId();
  ungraded = [];
  vendors.students = [atTal(talId)];
  const graded = (vendorId: number) => ({
    id: randomUUID(),
    at: noon.toISOString(),
    data: { registrationId: 9, studentId, examId: 101, vendorId },
  });
  const [ofCoopersmith, ofTal] = [graded(3), graded(1)];
  for (const message of [ofCoopersmith, ofTal, ofTal]) await deliver(db, onExamGraded, message);
  expect(await db.many`SELECT vendor FROM vendor_ask`).toEqual([{ vendor: 'tal' }]);
  await askDue(db, plusSeconds(steadyNow(), 86_400));
  expect(ids.get(studentId)).toEqual({ talId });
});

test('staff look a student up; the same key gives the first answer', async () => {
  const { studentId, talId } = withoutId();
  vendors.students = [atTal(talId)];
  const call = asStaff(db, ['ROLE_ADMIN'], { studentId });
  const first = await lookUpTalId(call);
  const { last4Ssn: _, ...shown } = person;
  expect(first).toEqual({ talId, candidates: [shown] });
  ids.set(studentId, {});
  vendors.students = [];
  expect(await lookUpTalId(call)).toEqual(first);
  const later = asStaff(db, ['ROLE_ADMIN'], { studentId });
  expect(await lookUpTalId(later)).toEqual({ talId: null, candidates: [] });
});

test.each([
  [
    'several students',
    () => [atTal('T1'), atTal('T2')],
    'several_found',
    'Rivka Adler, 2004-04-15',
  ],
  ['other data', () => [atTal('T1', { lastName: 'Roth' })], 'differs', 'Last name at TAL: Roth'],
])('a lookup that finds %s states it', async (_what, found, code, reason) => {
  const { studentId } = withoutId();
  vendors.students = found();
  const error = await refusalOf(lookUpTalId(asStaff(db, ['ROLE_ADMIN'], { studentId })));
  expect(error).toMatchObject({ status: 409, code });
  expect(error.extra.reasons).toContain(reason);
  expect(ids.get(studentId)).toEqual({});
});

test('a lookup says that another student has the id, and that TAL does not answer', async () => {
  const { talId } = waiting();
  const { studentId } = withoutId();
  const code = async () =>
    (await refusalOf(lookUpTalId(asStaff(db, ['ROLE_ADMIN'], { studentId })))).code;
  vendors.students = [atTal(talId)];
  expect(await code()).toBe('id_taken');
  vendors.fails = 'status';
  expect(await code()).toBe('partner_failed');
});
