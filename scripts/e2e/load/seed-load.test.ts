import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getAllExamsAccordingStudent, onlineExamRegistration } from '@portal/contract/exams/exams';
import {
  getOpenedSessions,
  scheduleSessionForRegistration,
} from '@portal/contract/sessions/sessions';
import { login } from '@portal/contract/students/auth';
import { getCreditsInfo } from '@portal/contract/students/student';
import { closeClients } from '@portal/kit/grpc/client';
import { setForFile } from '@portal/kit/testing/after-test';
import { sql } from '../../portal/databases.ts';
import { demoStaff, demoStudent } from '../../portal-user/demo-people.ts';
import { Person } from '../../portal-user/person.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { sweep } from '../invariants/invariants.ts';

// Starts a portal with SEED=load at a small size.

const sizes = {
  LOAD_STUDENTS: '200',
  LOAD_REGISTRATIONS: '1000',
  LOAD_SESSIONS: '60',
  LOAD_EXAMS: '120',
  LOAD_BRANCHES: '4',
  LOAD_SCHOOLS: '6',
};
const password = 'Study4JSE!';
const dataDir = mkdtempSync(join(tmpdir(), 'portal-load-'));
let portal: Portal;

beforeAll(async () => {
  const ports = { PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' };
  portal = await startPortal({ env: { ...sizes, ...ports, SEED: 'load', DATA_DIR: dataDir } });
  setForFile(portal.env);
});
afterAll(async () => {
  closeClients();
  await portal?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('adds the configured numbers to the demo data and breaks no invariant', async () => {
  const [students] = await sql<{ n: number }>(
    'identity',
    'SELECT count(*)::int AS n FROM student WHERE id > 100000',
  );
  const [registrations] = await sql<{ n: number }>(
    'registration',
    'SELECT count(*)::int AS n FROM registration WHERE id > 1000000',
  );
  expect([students?.n, registrations?.n]).toEqual([200, 1000]);
  await sweep();
});

test('puts all future sessions into one month, with most students in one of them', async () => {
  // the session with the long waiting list has no seats
  const months = await sql<{ month: string; n: number; most: number }>(
    'registration',
    `SELECT to_char(starts_at AT TIME ZONE 'America/New_York', 'YYYY-MM') AS month,
       count(*)::int AS n, max(seats - seats_left) AS most
     FROM session
     WHERE id > 100000 AND session_type = '21' AND seats > 0 AND starts_at > now() GROUP BY 1`,
  );
  expect(months).toMatchObject([{ n: 60 }]);
  // 300 in data of the full size
  expect(months[0]?.most).toBeGreaterThanOrEqual(10);
});

test('puts fifty students on the waiting list of one session', async () => {
  const lines = await sql<{ entries: number; last: number }>(
    'registration',
    `SELECT count(*)::int AS entries, max(place) AS last FROM waiting_entry
     WHERE registration_id > 1000000 AND state = 'waiting' GROUP BY session_id`,
  );
  expect(lines).toEqual([{ entries: 50, last: 50 }]);
});

test('fills the projections of registration and payments with every student', async () => {
  const [own] = await sql('identity', 'SELECT count(*) AS n FROM student');
  expect(await sql('registration', 'SELECT count(*) AS n FROM student_copy')).toEqual([own]);
  expect(await sql('payments', 'SELECT count(*) AS n FROM student_copy')).toEqual([own]);
});

test('a student of the load data registers and books; demo accounts still sign in', async () => {
  const student = new Person(portal.url);
  await student.do(login, { email: 'load000001@student.test', password });
  const { totalCredits } = await student.do(getCreditsInfo, {});
  const { exams } = await student.do(getAllExamsAccordingStudent, {});
  const exam = exams.find(
    (one) =>
      one.status === 'none' &&
      one.phonesystem_active &&
      one.fitRequirements &&
      !one.online_only &&
      one.credits > 0,
  );
  const registered = await student.do(onlineExamRegistration, { examId: exam?.id ?? 0 });
  expect(registered.totCreditsAvailable).toBe(totalCredits - (exam?.credits ?? 0));

  const sessions = await student.do(getOpenedSessions, {});
  const session = sessions.find(
    (one) => !one.closed && !one.hasASeat && !one.by_appointment && (one.remainingSeats ?? 0) > 0,
  );
  const seat = {
    registrationId: registered.registrationId ?? 0,
    sessionId: session?.testSessionId ?? 0,
  };
  const { session: booked } = await student.do(scheduleSessionForRegistration, seat);
  expect(booked).toMatchObject({
    hasASeat: true,
    remainingSeats: (session?.remainingSeats ?? 0) - 1,
  });

  await demoStudent(portal.url);
  await demoStaff(portal.url, 'admin');
  await sweep();
});

test('queues no reminders to students of the load data', async () => {
  const waiting = await sql(
    'registration',
    "SELECT key FROM mail WHERE key LIKE 'session_reminder:%'",
  );
  expect(waiting).toEqual([]);
});
