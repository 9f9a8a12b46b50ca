import { expect, test } from '@jest/globals';
import {
  CallOffPreview,
  CallOffResult,
  callOffOfficeSession,
  getOfficeRun,
} from '@portal/contract/runs/session-runs';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { anExam } from '../../../exams/catalogue.ts';
import { booked, examThat } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';

/** Creates a session with two students who paid their proctor fee by card. */
async function aSeated() {
  const testSessionId = await aSession({ seats: 5 });
  const registrations: number[] = [];
  while (registrations.length < 2) {
    const { person } = await aStudent({ credits: 3 });
    const id = await anExam();
    const { registrationId } = await booked(
      person,
      await examThat(person, (exam) => exam.id === id),
      testSessionId,
    );
    registrations.push(registrationId);
  }
  return { testSessionId, registrations };
}
type Seated = Awaited<ReturnType<typeof aSeated>>;

/** Calls the session off with refunds as the page does: again with the same key, then the run. */
async function calledOff(admin: Person, { testSessionId }: Seated): Promise<CallOffResult> {
  const choice = { testSessionId, version: 0, proctorFees: 'refund' } as const;
  const shown = await admin.ask(callOffOfficeSession, { ...choice, dryRun: true });
  const { previewHash } = CallOffPreview.parse(shown.body);
  const key = crypto.randomUUID();
  const begun = await until(
    () => admin.ask(callOffOfficeSession, { ...choice, previewHash }, key).catch(() => null),
    (answer) => answer?.status === 202,
    60,
    150,
  );
  const { runId } = callOffOfficeSession.accepted.parse(begun?.body);
  const run = await until(
    () => admin.ask(getOfficeRun, { runId }).catch(() => null),
    (answer) => answer?.status === 200,
    60,
    150,
  );
  return CallOffResult.parse(run?.body);
}

/** Kill -9 at every marked step of calling a session off with refunds. */
export function callOffKills(hurt: () => HurtPortal): void {
  test('F1: a service that dies while calling a session off frees and refunds once', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^(registration callOffSession|payments (refundFees|makeRefunds))/,
      atLeast: 8,
      prepare: aSeated,
      act: async (seated) => {
        expect(await calledOff(admin, seated)).toMatchObject({ freed: 2, begun: 0 });
      },
      expectDoneOnce: async ({ testSessionId, registrations }, mark) => {
        const refunded = await until(
          () =>
            sql<{ refunded_cents: number }>(
              'payments',
              'SELECT refunded_cents::integer FROM charge WHERE registration_id = ANY($1)',
              [registrations],
            ),
          (charges) => charges.every(({ refunded_cents: cents }) => cents === 1500),
          60,
        );
        const announced = await sql<{ n: number }>(
          'registration',
          `SELECT count(*)::integer AS n FROM outbox WHERE type = 'registration.session_cancelled'
            AND (payload->'data'->>'registrationId')::bigint = ANY($1)
            GROUP BY payload->'data'->>'registrationId'`,
          [registrations],
        );
        const [session] = await sql(
          'registration',
          'SELECT seats_left FROM session WHERE id = $1',
          [testSessionId],
        );
        expect([mark, refunded.length, announced.map(({ n }) => n), session]).toEqual([
          mark,
          2,
          [1, 1],
          { seats_left: 5 },
        ]);
      },
    });
  });
}
