import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { streams } from '@portal/contract/live';
import { CALENDAR_FILE } from '@portal/contract/sessions/calendar-feed';
import { exampleOf } from '@portal/contract/testing/examples';
import { refusedFields } from '@portal/contract/testing/refused-fields';
import * as z from 'zod';
import { routes } from '../../routes.ts';
import { aPortal } from '../../testing/portal.ts';
import { openApi } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document read as it is
const contract = openApi('http://portal.test') as any;

test('every call of the contract has exactly one handler, and no other call exists', () => {
  const place = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  expect(routes.map(({ call }) => place(call)).sort()).toEqual(
    calls.map(({ call }) => place(call)).sort(),
  );
});

test('every call is documented with its answer and its refusals', () => {
  const documented = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const places = [...calls.map(({ call }) => call), ...streams.map(({ stream }) => stream)];
  expect(documented.sort()).toEqual(
    [`GET ${CALENDAR_FILE.path}`, ...places.map(({ method, path }) => `${method} ${path}`)].sort(),
  );
  const { responses, requestBody } = contract.paths['/api/submitPaymentAndGetExam'].post;
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '402',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '502',
    '503',
  ]);
  expect(responses[402].description).toBe(
    'Payment Required: `card_declined`, `card_partly_approved`',
  );
  expect(requestBody.content['application/json'].schema.required).toEqual([
    'examId',
    'numberOfCredits',
    'amount',
    'ccId',
  ]);
  expect(Object.keys(requestBody.content['application/json'].schema.properties)).toContain(
    'student_id',
  );
});

test('a public call documents a 401 only if it refuses one itself', () => {
  const of = (path: string) => contract.paths[path].post.responses[401]?.description;
  expect(of('/api/startExam')).toBe('Unauthorized: `start_key_missing`');
  expect(of('/api/login')).toBeUndefined();
});

test('a call that may end before its work documents two answers, others one', () => {
  const answers = calls.map(({ name, call }) => {
    const { responses } = contract.paths[call.path][call.method.toLowerCase()];
    return [name, Object.keys(responses).filter((status) => status < '300')];
  });
  const early = [
    'payRegisterAndSchedule',
    'bulkRegistrationRun',
    'moveOfficeSession',
    'callOffOfficeSession',
    'getOfficeRun',
    'importStudents',
    'undoImport',
  ];
  expect(answers).toEqual(
    calls.map(({ name }) => {
      if (name === 'reconcileDay' || name === 'requestMyData') return [name, ['202']];
      return [name, early.includes(name) ? ['200', '202'] : ['200']];
    }),
  );
  const { responses } = contract.paths['/api/payRegisterAndSchedule'].post;
  expect(
    [200, 202].map((status) => responses[status].content['application/json'].schema.$ref),
  ).toEqual(['#/components/schemas/BulkResult', '#/components/schemas/BulkProgress']);
});

test('a value with a format of its own has an example', () => {
  const { Session, SchoolSession } = contract.components.schemas;
  expect([Session, SchoolSession].map(({ properties }) => properties.date.examples)).toEqual([
    ['2026-12-06'],
    ['2026-12-06'],
  ]);
  const { amount } =
    contract.paths['/api/purchaseCredits'].post.requestBody.content['application/json'].schema
      .properties;
  expect(amount.examples).toEqual([104.5]);
});

test('a named schema that may be null is documented as one or the other', () => {
  const { exam } = contract.components.schemas.RegistrationResult.properties;
  expect(exam).toEqual({ anyOf: [{ $ref: '#/components/schemas/Exam' }, { type: 'null' }] });
  expect(JSON.stringify(contract)).not.toMatch(/"allOf":\[\{"\$ref":"[^"]+"\},\{"type":\[/);
});

interface Typed {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Typed[];
}
const takesTexts = ({ type, anyOf = [] }: Typed): boolean =>
  [type].flat().includes('string') || anyOf.some(takesTexts);

test('a field of a body is documented to take null and an empty text where it does', () => {
  const wrong = calls.flatMap(({ name, call }) => {
    const { requestBody } = contract.paths[call.path][call.method.toLowerCase()];
    const { properties = {} } = requestBody?.content['application/json']?.schema ?? {};
    return Object.entries(properties).flatMap(([field, schema]) => {
      const documented = z.fromJSONSchema(schema as z.core.JSONSchema.BaseSchema);
      const values = takesTexts(schema as Typed) ? [null, ''] : [null];
      return values
        .filter((value) => !documented.safeParse(value).success)
        .filter((value) => {
          const input = { ...exampleOf(name), [field]: value };
          return !refusedFields(call, input).includes(field);
        })
        .map((value) => `${name}: ${field}, ${value === null ? 'null' : 'empty'}`);
    });
  });
  expect(wrong).toEqual([]);
});

test('cards, files and keys are documented with the fields of a call', () => {
  const { post } = contract.paths['/api/tti/chargeAndJoin'];
  expect(JSON.stringify(post.requestBody)).toContain('acceptPaymentValue');
  expect(post.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }]);
  const upload = contract.paths['/api/uploadCoopersmithAssignment'].post.requestBody.content;
  expect(Object.keys(upload['multipart/form-data'].schema.properties)).toEqual([
    'regId',
    'studentAssignmentId',
    'assignment',
    'student_id',
  ]);
});

test('every reference leads to a schema', () => {
  const references = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, to]) => to as string,
  );
  const found = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce((at, name) => at?.[name], contract);
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter((reference) => !found(reference))).toEqual([]);
  expect(JSON.stringify(contract)).not.toContain('$defs');
});

test('the page of the documentation runs only files of its own', async () => {
  const portal = await aPortal();
  const answer = await portal.get('/api/docs');
  const page = await answer.text();
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(page).not.toMatch(/<script>|<style|style=|onload/);
  for (const [, path] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g))
    expect((await portal.get(path as string)).status).toBe(200);
  expect(await (await portal.get('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
});
