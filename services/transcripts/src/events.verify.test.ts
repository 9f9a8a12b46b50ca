import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test } from '@jest/globals';
import { freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';
import { ResultReceived } from '@portal/proto/transcripts/v1/events';
import { askDue, noteDay } from './results/ask-job.ts';

const NOON = new Date('2026-11-21T17:00:00Z');
const ungraded = {
  registrationId: 41,
  studentId: 42,
  examId: 101,
  vendorId: 1,
  examCode: 'TAL-101',
  takenOn: '2026-11-10',
};
const result = {
  resultId: 'R1',
  reference: 'set-1',
  examCode: 'TAL-101',
  subject: 'Ethics',
  credits: 3,
  takenOn: '2026-11-10',
  online: false,
  vendor: 'TAL',
  result: 'Pass',
  score: 88,
  released: true,
};

let db: TestDatabase;
const stops: (() => void)[] = [];
const vendor = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ studentId: 'TAL42', results: [result] }));
});
beforeAll(async () => {
  db = await freshDatabase('transcripts');
  await new Promise<void>((ready) => vendor.listen(0, '127.0.0.1', ready));
  setForFile({ TAL_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/tal` });
  stops.push(
    await serveInProcess('REGISTRATION_ADDR', [
      standIn(GradesServiceDefinition, {
        listUngraded: async ({ afterId }) => ({ exams: afterId < 41 ? [ungraded] : [] }),
      }),
    ]),
    await serveInProcess('IDENTITY_ADDR', [
      standIn(VendorsServiceDefinition, {
        listVendorIds: async () => ({ students: [{ studentId: 42, talId: 'TAL42' }] }),
      }),
    ]),
  );
});
afterAll(async () => {
  for (const stop of stops) stop();
  vendor.close();
  await db.drop();
});

test('transcripts emits the events that their consumers rely on', async () => {
  await verifyEvents('transcripts', {
    'transcripts.result_received': async () => {
      await noteDay(db, NOON);
      await askDue(db, NOON);
      return lastSent(db, ResultReceived);
    },
  });
});
