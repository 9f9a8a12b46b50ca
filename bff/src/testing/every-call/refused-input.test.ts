import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { newYorkDay } from '@portal/contract/days';
import { exampleOf } from '@portal/contract/testing/examples';
import { steadyNow } from '@portal/kit/steady-clock';
import { aBed, askerOf, type Bed } from './bed.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await aBed();
});
afterAll(() => bed.close());

/** An input of a call that is right but for these fields. */
interface Refused {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The sentence for people; by default any. */
  readonly says?: string;
}

const of = (name: string, inputs: readonly Refused['input'][], says?: string): readonly Refused[] =>
  inputs.map((input) => ({ name, input, ...(says ? { says } : {}) }));

const thisYear = Number(newYorkDay(steadyNow()).slice(0, 4));
const years = [thisYear + 1, thisYear - 5, null, '', 'soon', 2026.5].map((year) => ({ year }));
const amounts = (most: number) => [0, -1, 1.005, most, 'much'].map((amount) => ({ amount }));
const oneStudent = (...exams: unknown[]) => ({ studentInfos: [{ studentId: 1, exams }] });

// what types and texts every field may have: hostile-input.test.ts
const refused: readonly Refused[] = [
  ...of(
    'checkStudentId',
    ['02/30/2001', '2999-01-01', '1880-01-01', '19990101', ''].map((dob) => ({ dob })),
    'DOB invalid',
  ),
  ...of('addStudent', [{ zip: '1123' }], 'Zip invalid'),
  ...of('addStudent', [{ dob: `${thisYear - 12}-01-01` }], 'DOB invalid'),
  ...of('addStudent', [{ lastName: 'Cohen2' }], 'Last name invalid: "2" is not allowed.'),
  ...of('addStudent', [{ firstName: 'Dana <b>' }], 'First name invalid: "<" is not allowed.'),
  ...of('addStudent', [{ address: '12 Main\u0007St.' }], 'Address invalid: U+0007 is not allowed.'),
  ...of('editStudent', [{ zip: 'x'.repeat(11) }], 'Zip invalid'),
  ...of('resetPassword', [{ password: 'short1!' }], 'Password invalid'),
  ...of(
    'changePassword',
    ['short1!', 'NoNumber!', 'N0Symbol1', 'Not allowed 1!'].map((password) => ({ password })),
    'Password invalid',
  ),
  ...of('resetSecondFactor', [{ reason: 'x' }], 'Reason invalid'),
  ...of('findSeminaryStudent', [{ dob: '1999-02-28', ssn: '12' }], 'SSN invalid'),
  ...of('findSeminaryStudent', [{ dob: 'yesterday', ssn: '1234' }], 'DOB invalid'),
  ...of('find', [{ q: 'a'.repeat(101) }, { q: 5 }, { q: 'a\0b' }, { q: '\ud800' }]),
  ...of('noteOpened', [
    { kind: 'page', id: 5 },
    { kind: 'student', id: 0 },
    { kind: 'student', id: 1.5 },
    { kind: 'student', id: undefined },
  ]),
  ...of('saveFilter', [
    { name: undefined },
    { name: 'a'.repeat(61) },
    { query: [] },
    { query: { q: 'a'.repeat(4096) } },
    { query: undefined },
    { table: 'nothing' },
    { sharedWith: ['ROLE_STUDENT'] },
    { filterId: undefined, remove: true },
  ]),
  ...of('getOwnPayments', [{ limit: 0 }, { limit: 51 }, { before: 'soon' }, { before: '1,2' }]),
  ...of('getOwnReceipt', years, 'Please choose a year.'),
  ...of('getReceipt', years, 'Please choose a year.'),
  ...of('mendDifference', [
    { action: 'adjust', amount: 52, comment: 'no' },
    { action: 'adjust', amount: 52, comment: '' },
    { action: 'adjust', amount: 52, comment: 'x'.repeat(501) },
    { action: 'adjust', amount: 1.001 },
    { action: 'explain', amount: 52 },
    { action: 'adjust', amount: undefined },
    { action: 'forget' },
  ]),
  ...of('signSettledDay', [{ comment: 'x' }, { comment: '' }]),
  ...of('findStudentExams', [{ jseId: '' }, { jseId: '1'.repeat(21) }]),
  ...of('payRegisterAndSchedule', [
    { studentInfos: [] },
    { sendStudyMaterials: undefined },
    oneStudent(),
    oneStudent(1, 2, 3, 4, 5),
    oneStudent(1, { examId: 1 }),
    { studentInfos: [1, 1].map((studentId) => ({ studentId, exams: [1] })) },
    { studentInfos: Array.from({ length: 501 }, (_, at) => ({ studentId: at + 1, exams: [1] })) },
  ]),
  ...of('moveOfficeSession', [{ dryRun: undefined, previewHash: undefined }]),
  ...of('callOffOfficeSession', [{ dryRun: undefined, previewHash: undefined }]),
  ...of('recordSchoolPayment', amounts(1_000_000.01).slice(0, 1), 'Please enter an amount.'),
  ...of('recordSchoolPayment', amounts(1_000_000.01).slice(2), 'Please enter an amount.'),
  ...of('recordSchoolPayment', [{ date: '2026-02-30' }], 'Date invalid'),
  ...of('submitSchoolPayment', amounts(50_000.01), 'Please enter an amount.'),
  ...of('createSchoolSession', [{ testDate: '2026-13-01' }], 'Date invalid'),
  ...of(
    'createSchoolSession',
    [{ startTime: '2460' }, { startTime: '9:30' }],
    'Start time invalid',
  ),
  ...of(
    'saveSettings',
    [{ offerHours: 0 }, { offerHours: 73 }, { offerHours: 1.5 }],
    'Must be 1 to 72 hours',
  ),
  ...of('saveSettings', [{ lowBalance: -1 }, { lowBalance: 1.005 }], 'Amount invalid'),
  ...of('saveSettings', [{ twoFactorRoles: ['ROLE_STUDENT'] }], 'Role invalid'),
  ...of('createUser', [{ loginName: 'a b' }], 'Login name invalid'),
  ...of('createUser', [{ realName: ' ' }], 'Required'),
  ...of('createUser', [{ email: 'rivka' }], 'Email invalid'),
  ...of('createUser', [{ loginType: 'boss' }], 'Login type invalid'),
  ...of('createUser', [{ roles: [] }, { roles: ['ROLE_STUDENT'] }], 'Role invalid'),
  ...of('saveWebhook', [
    { events: [] },
    { events: ['registration.nothing'] },
    { url: '' },
    { description: 'x'.repeat(201) },
  ]),
];

test.each(refused)(
  '$name refuses $input, without a request to a service',
  async ({ name, input, says }) => {
    const call = calls.find((one) => one.name === name)?.call;
    if (!call) throw new Error(`there is no call ${name}`);
    const { role, about } = askerOf(call);
    const { answer, requests } = await bed.ask(role, call, {
      ...exampleOf(name),
      ...about,
      ...input,
    });
    expect({ status: answer.status, code: answer.body.code, requests }).toEqual({
      status: 422,
      code: 'invalid',
      requests: [],
    });
    expect(answer.body.detail).toEqual(says ?? expect.any(String));
  },
);

test.each([
  { name: 'getReconciliation', input: {} },
  { name: 'getReconciliation', input: { from: '2026-01-01' } },
  { name: 'getReconciliation', input: { to: '2026-01-01' } },
  { name: 'getReconciliation', input: { from: '2026-01-02', to: '2026-01-01' } },
  { name: 'getReconciliation', input: { from: '2026-02-30', to: '2026-03-03' } },
  { name: 'getReconciliation', input: { date: '2026-02-30' } },
  { name: 'getReconciliation', input: { date: '2026-02-01', from: '2026-02-01' } },
  { name: 'getReconciliation', input: { date: '2026-02-01', account: 'OTHER' } },
  { name: 'getCatalogue', input: { part: 'secrets' } },
  { name: 'getWaiting', input: { queue: 'nothing' } },
  { name: 'getMyData', input: { requestId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' } },
  { name: 'getMyData', input: { format: 'pdf' } },
  { name: 'getMyData', input: { requestId: 'x', format: 'pdf' } },
  { name: 'getDataRequests', input: { kind: 'both' } },
  { name: 'getDataRequests', input: { state: 'lost' } },
])('$name refuses the query $input, without a request to a service', async ({ name, input }) => {
  const call = calls.find((one) => one.name === name)?.call;
  if (!call) throw new Error(`there is no call ${name}`);
  const { answer, requests } = await bed.ask(askerOf(call).role, call, input);
  expect([answer.status, answer.body.code, requests]).toEqual([400, 'malformed', []]);
});
