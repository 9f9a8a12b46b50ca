import { expect, test } from '@jest/globals';
import { blankStudent } from '@portal/contract/students/my-data';
import { type ServiceName, sql } from '../../../../portal/databases.ts';
import { tablesThatName } from '../../../../portal/personal-data.ts';
import { breakPartner, mendPartners, savedAtProcessor } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { aKnownEverywhere, type KnownEverywhere } from '../../../people/known-everywhere.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';
import { persist } from '../../harness/people/buyer.ts';

const SECONDS = 90;
const EVERY_MS = 150;
const owners = ['payments', 'registration', 'schools', 'seminary', 'transcripts'] as const;

/** Staff who note things about students and who order a blanking. */
const twoOfStaff = () =>
  Promise.all([signedInStaff('ROLE_ADMIN'), signedInStaff('ROLE_SUPER_ADMIN')]);

/** Creates a student with data in every service, whose blanking a super admin has ordered. */
async function anOrdered(admin: Person, superAdmin: Person): Promise<KnownEverywhere> {
  const student = await aKnownEverywhere(admin);
  const { id, firstName, lastName } = student;
  await persist(superAdmin, blankStudent, {
    student_id: id,
    reason: 'Requested in writing',
    forfeitCredits: true,
    confirmName: `${firstName} ${lastName}`,
  });
  return student;
}

/** Returns how often a service has recorded that it blanked the student. */
async function timesBlanked(service: ServiceName, id: number): Promise<number> {
  const rows = await sql(
    service,
    `SELECT 1 FROM audit WHERE student_id = $1 AND change @> '{"blanked": true}'`,
    [id],
  );
  return rows.length;
}

/** Returns the services that still know the student. */
async function notYetBlanked(id: number): Promise<string[]> {
  const times = await Promise.all(owners.map((service) => timesBlanked(service, id)));
  return owners.filter((_, index) => times[index] === 0);
}

/** Ends the time in which the order can be withdrawn. */
const timeIsOver = (id: number) =>
  sql('identity', 'UPDATE blanking SET blank_on = now() WHERE student_id = $1', [id]);

/**
 * Ends the 72 hours and waits until the person is blanked. Once identity is blanked, which is
 * checked first, all other services have to be.
 */
async function carriedOut({ id }: KnownEverywhere): Promise<void> {
  await timeIsOver(id);
  await until(
    async () => {
      if ((await timesBlanked('identity', id)) === 0) return false;
      expect(await notYetBlanked(id)).toEqual([]);
      return true;
    },
    (isBlanked) => isBlanked,
    SECONDS,
    EVERY_MS,
  );
}

/** No database names the person; each service blanked once, and the credits were removed once. */
async function expectBlankedOnce({ id, names }: KnownEverywhere, mark: string): Promise<void> {
  await until(
    () => tablesThatName(names),
    (held) => held.length === 0,
    30,
    300,
  );
  const times = await Promise.all(
    (['identity', ...owners] as const).map(async (service) => [
      service,
      await timesBlanked(service, id),
    ]),
  );
  const [blanking] = await sql<{ done: boolean; reason: string }>(
    'identity',
    'SELECT done_at IS NOT NULL AS done, reason FROM blanking WHERE student_id = $1',
    [id],
  );
  const forfeited = await sql<{ credits: number }>(
    'payments',
    `SELECT line.credits FROM credit_entry entry JOIN credit_line line ON line.entry_id = entry.id
     WHERE entry.student_id = $1 AND entry.kind = 'forfeit' AND line.account = 'withdrawn'`,
    [id],
  );
  const left = await sql<{ balance: number }>(
    'payments',
    'SELECT balance FROM lot WHERE student_id = $1',
    [id],
  );
  expect([mark, Object.fromEntries(times), blanking, forfeited, left]).toEqual([
    mark,
    Object.fromEntries(['identity', ...owners].map((service) => [service, 1])),
    { done: true, reason: 'Removed' },
    [{ credits: 2 }],
    [{ balance: 0 }],
  ]);
}

/** Kill -9 of identity and of the other services at the steps of a blanking. */
export function blankingKills(hurt: () => HurtPortal): void {
  test('services that die at any step of a blanking blank once, identity last', async () => {
    const [admin, superAdmin] = await twoOfStaff();
    await killedEverywhere(hurt(), {
      steps: new RegExp(
        '^(identity blankStudent\\.(begin\\.commit|check\\.after|' +
          'payments\\.(before|ran|after)|identity\\.(before|commit|after))|' +
          '(payments|registration|seminary) blankStudent\\.commit)$',
      ),
      atLeast: 11,
      prepare: () => anOrdered(admin, superAdmin),
      act: carriedOut,
      expectDoneOnce: expectBlankedOnce,
    });
  });

  test('payments blanks nothing before the card processor removes the cards', async () => {
    await hurt().portal.ready();
    const student = await anOrdered(...(await twoOfStaff()));
    const saved = () => savedAtProcessor(String(student.id));
    expect(await saved()).toHaveLength(1);
    const operation = 'deleteCustomerPaymentProfileRequest';
    await breakPartner({ partner: 'cards', mode: 'down', operation });
    try {
      await timeIsOver(student.id);
      await until(
        () =>
          sql(
            'identity',
            `SELECT 1 FROM process WHERE name = 'blankStudent' AND status = 'running'
               AND actor->>'studentId' = $1 AND failure IS NOT NULL`,
            [String(student.id)],
          ),
        (tried) => tried.length === 1,
        SECONDS,
        EVERY_MS,
      );
      expect(await timesBlanked('payments', student.id)).toBe(0);
      expect(await saved()).toHaveLength(1);
    } finally {
      await mendPartners();
    }
    await carriedOut(student);
    await expectBlankedOnce(student, 'the processor was away');
    expect(await saved()).toEqual([]);
    await sweep();
  });
}
