import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isPermission } from '@portal/access/permissions';
import * as z from 'zod';
import { calls } from './calls.ts';

test('no two calls have the same method and path, or the same name', () => {
  const places = calls.map(({ call }) => `${call.method} ${call.path}`);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
});

test('every file that declares a call is an area in calls.ts', () => {
  const read = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  const files = globSync('**/*.ts', { cwd: import.meta.dirname });
  const declaring = files.filter((file) => /^export const \w+ = call\(/m.test(read(file)));
  expect(declaring.length).toBeGreaterThan(50);
  const listed = read('calls.ts');
  expect(declaring.filter((file) => !listed.includes(`from './${file}'`))).toEqual([]);
});

test.each(calls)('$name names a permission, and can be documented', ({ call }) => {
  expect(isPermission(call.permission)).toBe(true);
  for (const given of [call.answer, call.accepted])
    if (given) expect(() => z.toJSONSchema(given, { io: 'output' })).not.toThrow();
  for (const input of [call.body, call.query])
    if (input) expect(() => z.toJSONSchema(input, { io: 'input' })).not.toThrow();
});

test.each(calls.filter(({ call }) => call.method === 'GET'))(
  '$name changes nothing: no body, no key',
  ({ call }) => {
    expect([call.body, call.keyed, call.card]).toEqual([undefined, undefined, undefined]);
  },
);

/** Calls by POST that take no key, grouped by the reason. */
const keyless = {
  /** Previews only; an uploaded file changes nothing until it is confirmed. */
  reads: [
    'checkOnlineAccess',
    'checkProgramCompleted',
    'checkStudentId',
    'find',
    'findStudent',
    'adminGetStudentInfo',
    'exportLookup',
    'findAllSeminaryStudents',
    'findSeminaryStudent',
    'findSeminaryStudentById',
    'findSeminaryStudentMatchingJSEStudent',
    'findStudentByJseId',
    'findStudentExams',
    'getAllRoles',
    'getAllSeminariesForSeminaryTesting',
    'getAllUsers',
    'getCoopersmithAssignments',
    'getCreditHistory',
    'getCreditsInfo',
    'getExamRegistrations',
    'getInfoForAddStudent',
    'getOwnPayments',
    'getOwnReceipt',
    'getPaymentReceipt',
    'getReceipt',
    'getRedeemableCourses',
    'getRefundData',
    'getSignIns',
    'getStudent',
    'getStudentCccId',
    'getStudentInfo',
    'getSystemCheck',
    'getTTIStudentInfo',
    'officeHistory',
    'previewStudents',
    'quoteRegisterAndSchedule',
    'studentHistory',
    'suggestStudents',
    'updateAndGetStudyMaterials',
    'uploadStudents',
    'waitInLine',
  ],
  /** Sets what it says: twice is as once, and is answered alike. */
  sets: [
    'endSignIns',
    'noteOpened',
    'resetOnlineExamCompleted',
    'resetSecondFactor',
    'saveLanguage',
    'saveSystemCheck',
    'setDefaultPaymentMethod',
    'setOnlineAccess',
    'setOnlineExamTakenOverride',
    'setSessionAlert',
  ],
  /** Proves the identity of the caller, or mails a link for it: the proof is the key. */
  proofs: [
    'adminConfirmToken',
    'adminForgotPasswordRequest',
    'adminLogin',
    'adminLogout',
    'adminResetPassword',
    'changePassword',
    'changeSecurity',
    'confirmEmailChange',
    'confirmToken',
    'forgotPasswordRequest',
    'login',
    'logout',
    'register',
    'releaseAddress',
    'requestEmailChange',
    'resetPassword',
    'secondFactor',
    'verifyRecaptcha',
  ],
  /** Of partners, whose reports have ids of their own. */
  reports: ['reportExamPlatform', 'reportProctoring'],
};

test('a call that changes something takes a key, unless doing it twice is as doing it once', () => {
  const without = calls.filter(({ call }) => call.method === 'POST' && !call.keyed);
  expect(without.map(({ name }) => name).sort()).toEqual(Object.values(keyless).flat().sort());
});

test.each(calls.filter(({ call }) => call.card))('$name pays, so it takes a key', ({ call }) => {
  expect(call.keyed).toBe(true);
});

/** Fields of keyed answers that read like credentials and are none. */
const noCredentials = [
  'AdminUser.hasPassword',
  'StaffStudent.password', // whether there is one
  'OfficeMaterial.url',
  'StudyMaterial.url',
  'Webhook.url',
  'Webhook.oldSecretUntil',
  'Webhook.secretEnds',
];
const credential = /secret|token|recoverycodes|otpauth|^qr$|webcal|ur[il]$|link|password|proof/i;

type Json = Readonly<Record<string, unknown>>;
/** Names of the fields of a JSON schema, after the component that they belong to. */
function fieldsOf(schema: Json, component = ''): string[] {
  const { properties = {}, $defs = {}, ...rest } = schema;
  const own = Object.entries(properties as Json).flatMap(([name, field]) => [
    component === '' ? name : `${component}.${name}`,
    ...fieldsOf(field as Json, component),
  ]);
  const named = Object.entries($defs as Json).flatMap(([id, part]) => fieldsOf(part as Json, id));
  const parts = Object.values(rest)
    .flat()
    .filter((part): part is Json => typeof part === 'object' && part !== null);
  return [...own, ...named, ...parts.flatMap((part) => fieldsOf(part, component))];
}

test('a keyed call whose answer has a field like a credential says what a replay gets', () => {
  const judged = calls.filter(({ call }) => call.replay).map(({ name }) => name);
  const found = calls.filter(
    ({ call }) =>
      call.keyed &&
      [call.answer, call.accepted].some(
        (given) =>
          given &&
          fieldsOf(z.toJSONSchema(given, { io: 'output' })).some(
            (field) =>
              credential.test(field.split('.').at(-1) ?? '') && !noCredentials.includes(field),
          ),
      ),
  );
  expect(found.map(({ name }) => name).sort()).toEqual([...judged].sort());
});

test.each(calls.filter(({ call }) => call.replay))('$name takes a key to replay', ({ call }) => {
  expect(call.keyed).toBe(true);
});
