import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { largestAssignment } from '@portal/contract/courses/assignment-file';
import * as contract from '@portal/contract/courses/assignments';
import { aPortal, aStudentSession, problemIn } from '../testing/portal.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
const essay = {
  studentAssignmentId: 31,
  name: 'Essay',
  description: undefined,
  uploaded: true,
  uploadedAt: new Date('2026-03-01T12:00:00Z'),
};

async function aCounter(answer: Record<string, unknown> = {}) {
  const requests: unknown[] = [];
  const record = (given: unknown) => (request: never) => {
    requests.push(request);
    return given;
  };
  const portal = await aPortal({
    services: {
      registration: {
        assignments: {
          listAssignments: record({ assignments: [essay] }),
          getCccId: record({ cccId: 'CCC-1' }),
          uploadAssignment: record({
            assignments: [
              essay,
              { ...essay, studentAssignmentId: 32, uploaded: false, uploadedAt: undefined },
            ],
            uploaded: true,
          }),
          ...answer,
        },
      },
    },
  });
  const cookie = await portal.signedIn(aStudentSession());
  const send = (form: FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${portal.url}/api/uploadCoopersmithAssignment`, {
      method: 'POST',
      body: form,
      headers: { ...cookie, ...headers },
    });
  return { portal, cookie, requests, send };
}

function aForm(changes: Record<string, string | Blob | null> = {}, name = 'essay.pdf'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({
    regId: '9001',
    studentAssignmentId: '31',
    assignment: new Blob([pdf]),
    ...changes,
  }))
    if (value instanceof Blob) form.set(field, value, name);
    else if (value !== null) form.set(field, value);
  return form;
}

test('assignments and the id at the vendor are shown as the contract says', async () => {
  const { portal, cookie } = await aCounter();
  const listed = await portal.post(
    '/api/getCoopersmithAssignments',
    { registrationId: 9001, examId: 301 },
    cookie,
  );
  expect(contract.getCoopersmithAssignments.answer.parse(await listed.json())).toEqual({
    assignments: [
      {
        studentAssignmentId: 31,
        courseAssignmentName: 'Essay',
        courseAssignmentDescription: null,
        studentAssignmentUploaded: true,
        studentAssignmentUploadedDate: '2026-03-01T12:00:00.000Z',
      },
    ],
  });
  expect(await (await portal.post('/api/getStudentCccId', { examId: 301 }, cookie)).json()).toEqual(
    { cccId: 'CCC-1' },
  );
});

test('a file goes to the vendor by its content, under a name without folders', async () => {
  const { requests, send } = await aCounter();
  const answer = await send(aForm({}, '../../essay.pdf'));
  expect(contract.uploadCoopersmithAssignment.answer.parse(await answer.json())).toEqual({
    uploadResponse: [
      {
        studentAssignmentID: 31,
        studentAssignmentUploaded: true,
        studentAssignmentUploadedDate: '2026-03-01T12:00:00.000Z',
      },
      {
        studentAssignmentID: 32,
        studentAssignmentUploaded: false,
        studentAssignmentUploadedDate: null,
      },
    ],
    onlineAssignmentUploaded: true,
  });
  expect(requests).toMatchObject([
    {
      registrationId: 9001,
      studentAssignmentId: 31,
      fileName: 'essay.pdf',
      contentType: 'application/pdf',
      content: pdf,
    },
  ]);
});

test.each([
  ['no form', 'wrong_type', 415, () => new Uint8Array(pdf), { 'content-type': 'application/json' }],
  [
    'a form without an end',
    'malformed',
    400,
    () => new Uint8Array(Buffer.from('--x\r\n')),
    { 'content-type': 'multipart/form-data; boundary=x' },
  ],
  [
    'a form without a boundary',
    'malformed',
    400,
    () => new Uint8Array(Buffer.from('x')),
    { 'content-type': 'multipart/form-data; a=b' },
  ],
  ['no file', 'invalid', 422, () => aForm({ assignment: null }), {}],
  ['text in the place of the file', 'invalid', 422, () => aForm({ assignment: 'x' }), {}],
  [
    'the file under another name',
    'invalid',
    422,
    () => aForm({ assignment: null, other: new Blob([pdf]) }),
    {},
  ],
  ['two files', 'malformed', 400, () => aForm({ other: new Blob([pdf]) }), {}],
  [
    'two files, both under another name',
    'malformed',
    400,
    () => aForm({ assignment: null, other: new Blob([pdf]), another: new Blob([pdf]) }),
    {},
  ],
  ['an empty file', 'invalid', 422, () => aForm({ assignment: new Blob([]) }), {}],
  ['no registration', 'invalid', 422, () => aForm({ regId: null }), {}],
  ['an assignment that is none', 'invalid', 422, () => aForm({ studentAssignmentId: '-1' }), {}],
  ['a program', 'wrong_type', 415, () => aForm({ assignment: new Blob(['MZ\u0000\u0003']) }), {}],
])('%s is refused with %s', async (_, code, status, form, headers) => {
  const { requests, send } = await aCounter();
  expect(await problemIn(await send(form(), headers as Record<string, string>))).toMatchObject({
    status,
    code,
  });
  expect(requests).toEqual([]);
});

test('a file of 20 MB is taken, one byte more is not', async () => {
  const { requests, send } = await aCounter();
  const ofSize = (bytes: number) =>
    aForm({ assignment: new Blob([pdf, Buffer.alloc(bytes - pdf.length)]) });
  expect((await send(ofSize(largestAssignment))).status).toBe(200);
  expect(await problemIn(await send(ofSize(largestAssignment + 1)))).toMatchObject({
    status: 413,
    code: 'too_large',
    detail: 'The file is too large: at most 20 MB.',
  });
  expect(requests).toHaveLength(1);
});

test('a caller without a session is refused before the file is read', async () => {
  const { portal } = await aCounter();
  const answer = await fetch(`${portal.url}/api/uploadCoopersmithAssignment`, {
    method: 'POST',
    body: aForm(),
  });
  expect(answer.status).toBe(401);
});

test('at most three files of a student upload at once; a failed one frees its turn', async () => {
  const { promise, resolve } = Promise.withResolvers<{ assignments: never[]; uploaded: boolean }>();
  let inside = 0;
  const { portal, cookie, send } = await aCounter({
    uploadAssignment: () => {
      inside += 1;
      return promise;
    },
  });
  for (let times = 0; times < 4; times += 1)
    expect((await send(aForm({}, 'essay.exe'))).status).toBe(415);
  for (let times = 0; times < 3; times += 1) {
    const headers = {
      ...cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '4000',
    };
    const cut = request(`${portal.url}/api/uploadCoopersmithAssignment`, {
      method: 'POST',
      headers,
      agent: false,
    });
    cut.on('error', () => {});
    await new Promise((written) =>
      cut.write('--x\r\ncontent-disposition: form-data; name="regId"\r\n\r\n9', written),
    );
    cut.destroy();
  }

  const taken: Promise<Response>[] = [];
  while (inside < 3) {
    const requests = send(aForm());
    const isRefused = await Promise.race([
      requests.then(({ status }) => status === 429),
      until(() => inside > taken.length),
    ]);
    if (isRefused !== true) taken.push(requests);
  }
  const fourth = await send(aForm());
  expect([
    fourth.status,
    (await problemIn(fourth)).code,
    fourth.headers.get('retry-after'),
  ]).toEqual([429, 'too_many_tries', '5']);
  resolve({ assignments: [], uploaded: true });
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await send(aForm())).status).toBe(200);
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}
