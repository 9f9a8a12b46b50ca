import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/sessions/online';
import { conflict, forbidden } from '@portal/kit/errors';
import {
  aPortal,
  aStaffSession,
  aStudentSession,
  type FakeServices,
  problemIn,
} from '../testing/portal.ts';
import { anExam, aRegistration, catalogOf } from '../testing/records.ts';

const withOnline = (online: FakeServices[string][string]) =>
  aPortal({
    services: {
      catalog: catalogOf({ exams: [anExam({ examProctorCode: 'P-1' })] }),
      registration: { online },
    },
  });
const ids = { examId: 101, registrationId: 9001 };

test('the token of a start link is passed on, with or without a session', async () => {
  const requests: unknown[] = [];
  const portal = await withOnline({
    startExam: (request: never) => {
      requests.push(request);
      return { url: 'https://exams.test/1' };
    },
  });
  const body = { studentId: 12, ...ids };
  const answer = await portal.post('/api/startExam', body, { authorization: 'Bearer abc-_9' });
  expect(contract.startExam.answer.parse(await answer.json())).toEqual({
    url: 'https://exams.test/1',
  });
  const signedIn = await portal.signedIn(aStudentSession());
  const without = await portal.post('/api/startExam', body, signedIn);
  expect([
    without.status,
    (await problemIn(without)).code,
    without.headers.get('set-cookie'),
  ]).toEqual([401, 'start_key_missing', null]);
  expect((await portal.post('/api/startExam', body, { authorization: 'Basic abc' })).status).toBe(
    401,
  );
  expect(requests).toEqual([{ ...body, token: 'abc-_9' }]);
});

test('a start link acts for signed-in staff; a student counts as a visitor', async () => {
  const kinds: unknown[] = [];
  const portal = await withOnline({
    startExam: (_request: never, { actor }: { actor: { kind: string } }) => {
      kinds.push(actor.kind);
      if (actor.kind === 'staff')
        throw forbidden('staff_cannot_start', 'Only the student can start an exam or a course.');
      return { url: 'https://exams.test/1' };
    },
  });
  const start = async (headers: Record<string, string>) => {
    const answer = await portal.post(
      '/api/startExam',
      { studentId: 12, ...ids },
      { authorization: 'Bearer abc', ...headers },
    );
    return [answer.status, (await problemIn(answer)).code];
  };
  for (const role of ['ROLE_ADMIN', 'ROLE_ADVISOR', 'ROLE_SCHOOL_ADMIN', 'ROLE_ADMISSIONS'])
    expect(await start(await portal.signedIn(aStaffSession(role)))).toEqual([
      403,
      'staff_cannot_start',
    ]);
  expect(await start(await portal.signedIn(aStudentSession()))).toEqual([200, undefined]);
  expect(await start({ cookie: 'sid=over' })).toEqual([200, undefined]);
  expect(kinds).toEqual(['staff', 'staff', 'staff', 'staff', 'public', 'public']);
});

test('booking a proctor answers with the link and the row as it is now', async () => {
  const portal = await withOnline({
    bookProctor: () => ({
      url: 'https://proctor.test/1',
      sessionId: 5,
      proctorUuid: 'u-1',
      registration: aRegistration({
        status: 'scheduled',
        sessionType: '99',
        sessionId: 5,
        proctorUuid: 'u-1',
      }),
    }),
  });
  const answer = await portal.post(
    '/api/addStudentExamToProctor',
    ids,
    await portal.signedIn(aStudentSession()),
  );
  expect(contract.addStudentExamToProctor.answer.parse(await answer.json())).toMatchObject({
    url: 'https://proctor.test/1',
    examProctorCode: 'P-1',
    exam: { status: 'scheduled', sessionType: '99', proctorUuid: 'u-1' },
  });
});

test('reports due fees in dollars', async () => {
  const portal = await withOnline({
    bookProctor: () => {
      throw conflict('fees_due', 'Please pay the fees first.', { expected: 1500 });
    },
  });
  const answer = await portal.post(
    '/api/addStudentExamToProctor',
    ids,
    await portal.signedIn(aStudentSession()),
  );
  expect([answer.status, (await problemIn(answer)).expected]).toEqual([409, 15]);
});

test('limits polls to twenty a minute for each registration', async () => {
  const portal = await withOnline({
    checkOnlineAccess: () => ({ onlineAccess: true, examTaken: false }),
  });
  const cookie = await portal.signedIn(aStudentSession(77));
  const poll = (regId: number) => portal.post('/api/checkOnlineAccess', { regId }, cookie);
  const answers = await Promise.all(Array.from({ length: 21 }, () => poll(1)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  const other = await poll(2);
  expect(contract.checkOnlineAccess.answer.parse(await other.json())).toEqual({
    onlineAccess: true,
    online_exam_started: null,
    examTaken: false,
  });
});

test("a partner's report is passed on byte for byte with its signature", async () => {
  const requests: { body: Uint8Array; signature: string }[] = [];
  const portal = await withOnline({
    reportProctoring: (request: never) => {
      requests.push(request);
      return {};
    },
    reportExamPlatform: () => {
      throw forbidden('signature_invalid', 'The signature is not valid.');
    },
  });
  const raw = '{ "at":1,  "b": "\\u00e9" ';
  const headers = { 'content-type': 'application/json', 'x-partner-signature': 't=1,v1=ab' };
  const answer = await fetch(`${portal.url}/api/partner/proctoring`, {
    method: 'POST',
    headers,
    body: raw,
  });
  expect(await answer.json()).toEqual({ received: true });
  expect(requests.map(({ body, signature }) => [Buffer.from(body).toString(), signature])).toEqual([
    [raw, 't=1,v1=ab'],
  ]);
  const forged = await fetch(`${portal.url}/api/partner/examPlatform`, { method: 'POST' });
  expect([forged.status, (await problemIn(forged)).code]).toEqual([403, 'signature_invalid']);
});
