import { expect, test } from '@jest/globals';
import { uploadPaperExams } from '@portal/contract/exams/grades';
import { aPortal, aStaffSession, problemIn } from '../testing/portal.ts';

async function anOffice() {
  const requests: { fileName: string; content: Uint8Array }[] = [];
  const uploadBatch = (request: never) => {
    requests.push(request);
    return {
      feedback: ['1 exams read: 1 updated, 0 unchanged. Batch 7.'],
      rows: 1,
      updated: 1,
      unchanged: 0,
      batchIds: [7],
    };
  };
  const portal = await aPortal({ services: { registration: { grades: { uploadBatch } } } });
  const cookie = await portal.signedIn(aStaffSession('ROLE_SUPER_ADMIN'));
  const send = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('exam_papers_file', new Blob([content]), name);
    return fetch(`${portal.url}${uploadPaperExams.path}`, {
      method: 'POST',
      body: form,
      headers: cookie,
    });
  };
  return { requests, send };
}

test('the file goes on as it came, without folders in its name', async () => {
  const { requests, send } = await anOffice();
  const answer = await send('../../batch.csv', '\ufeffregistration_id\n12\n');
  expect(uploadPaperExams.answer.parse(await answer.json())).toMatchObject({
    rows: 1,
    batchIds: [7],
  });
  expect(
    requests.map(({ fileName, content }) => [fileName, Buffer.from(content).toString()]),
  ).toEqual([['batch.csv', '\ufeffregistration_id\n12\n']]);
});

test.each([
  ['batch.txt', 'registration_id\n12'],
  ['batch.csv', 'MZ\u0000\u0001'],
  ['batch.xlsx', 'registration_id\n12'],
  ['12.pdf', 'no paper'],
])('%s with other content than it says goes no further', async (name, content) => {
  const { requests, send } = await anOffice();
  const answer = await send(name, content);
  expect([answer.status, (await problemIn(answer)).detail, requests]).toEqual([
    415,
    'This kind of file is not accepted. Please use CSV, XLSX, ZIP, PDF, JPG or PNG.',
    [],
  ]);
});

test('a file of more than 25 MB goes no further', async () => {
  const { requests, send } = await anOffice();
  const answer = await send('batch.csv', new Uint8Array(25 * 1024 * 1024 + 1));
  expect([answer.status, (await problemIn(answer)).detail, requests]).toEqual([
    413,
    'The file is too large (25 MB at most).',
    [],
  ]);
});
