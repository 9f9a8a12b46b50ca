import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { purchaseCreditsWithProfile } from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { setBar } from '@portal/contract/students/student-file';
import { sql } from '../../../portal/databases.ts';
import { book, ready } from '../../calls/sessions/ready-to-book.ts';
import { savedCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { sweep } from '../../invariants/invariants.ts';
import { charged } from '../../payments/charged.ts';
import { signedInStaff } from '../../people/staff.ts';

const RACES = 8;

/** Creates a student who can book and buy. */
async function aRacer() {
  const student = await ready();
  const [{ ccId }, { pricePerCredit: amount }] = [
    await savedCard(student.person),
    await student.person.do(getCreditsInfo, {}),
  ];
  const buy = () =>
    student.person.ask(
      purchaseCreditsWithProfile,
      { numberOfCredits: 1, amount, ccId },
      randomUUID(),
    );
  return { ...student, buy, paid: async () => (await charged(student.id)).length };
}
const inAnyOrder = (works: (() => Promise<unknown>)[], from: number): Promise<unknown>[] =>
  works.map((_, at) => (works[(at + from) % works.length] as () => Promise<unknown>)());

/** A bar is set while its student buys and books. */
export function bars(): void {
  test('F5: a bar that races with a purchase and a booking allows or refuses each', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const [racers, sessionId, other] = [
      await Promise.all(Array.from({ length: RACES }, aRacer)),
      await aSession({ seats: RACES }),
      await aSession({ seats: RACES }),
    ];
    await Promise.all(
      racers.map(async ({ id, person, registrationId, buy, paid }, from) => {
        const before = await paid();
        const statuses: Record<string, number> = {};
        await Promise.all(
          inAnyOrder(
            [
              async () => {
                const bar = { student_id: id, levels: ['buying' as const, 'booking' as const] };
                const answer = await admin.ask(setBar, { ...bar, reason: 'Unpaid' }, randomUUID());
                expect(answer.status).toBe(200);
                // from here on new requests are refused
                expect((await buy()).status).toBe(403);
                expect((await book(person, registrationId, other)).status).toBe(403);
              },
              async () => {
                statuses['purchase'] = (await buy()).status;
              },
              async () => {
                statuses['booking'] = (await book(person, registrationId, sessionId)).status;
              },
            ],
            from,
          ),
        );
        for (const status of Object.values(statuses)) expect([200, 403]).toContain(status);
        expect((await paid()) - before).toBe(statuses['purchase'] === 200 ? 1 : 0);
        const [row] = await sql<{ session_id: string | null }>(
          'registration',
          'SELECT session_id FROM registration WHERE id = $1',
          [registrationId],
        );
        expect(row?.session_id === null).toBe(statuses['booking'] === 403);
      }),
    );
    await sweep();
  });

  test('F5, control: a purchase succeeds where payments does not know of the bar', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const { id, buy } = await aRacer();
    const bar = { student_id: id, levels: ['buying' as const], reason: 'Unpaid' };
    expect((await admin.ask(setBar, bar, randomUUID())).status).toBe(200);
    expect((await buy()).status).toBe(403);
    await sql('payments', 'UPDATE student_copy SET buying_barred_until = NULL WHERE id = $1', [id]);
    expect((await buy()).status).toBe(200);
  });
}
