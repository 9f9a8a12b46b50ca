import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { blankStudent } from '@portal/contract/students/my-data';
import { backUp } from '../../../../ops/backup.ts';
import { inService, outputOf } from '../../../../ops/run.ts';
import { verbs } from '../../../../ops/verbs.ts';
import { type ServiceName, serviceNames, sql } from '../../../../portal/databases.ts';
import { tablesThatName } from '../../../../portal/personal-data.ts';
import { savedAtProcessor } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import { booked, examThat } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aKnownEverywhere, type KnownEverywhere } from '../../../people/known-everywhere.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { putBackFrom } from '../../harness/put-back.ts';
import { quiet } from '../../harness/quiet.ts';

/** students whom an old backup still knows are blanked again from the list of ids. */
export function blankedAgain(hurt: () => HurtPortal): void {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const place = () => ({ kind: 'local' as const, dataDir: hurt().portal.dataDir });
  /** Returns the output of `npm run ops -- <verb> <words>`. */
  const ops = (verb: 'blanked' | 'blank-again', words: readonly string[] = []) => {
    const task = verbs[verb]?.task(words, {});
    if (typeof task !== 'object' || task.kind !== 'service') throw new Error(`${verb}: ${task}`);
    return outputOf(inService(place(), task.service, task.command, 'e2e'));
  };
  const servicesThatName = async ({ names }: KnownEverywhere) => [
    ...new Set((await tablesThatName(names)).map((line) => line.split('.')[0])),
  ];
  const creditsLeft = async (studentId: number): Promise<number[]> => {
    const lots = 'SELECT balance FROM lot WHERE student_id = $1';
    return (await sql<{ balance: number }>('payments', lots, [studentId])).map(
      (lot) => lot.balance,
    );
  };
  /** Waits until no table names the student; projections learn of it by an event. */
  const isNamedNowhere = (student: KnownEverywhere) =>
    until(
      () => tablesThatName(student.names),
      (held) => held.length === 0,
      30,
      300,
    );

  test('blanks students again by the list of ids after older databases are restored', async () => {
    const { portal } = hurt();
    await portal.ready();
    const [admin, superAdmin] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    const [student, other] = [
      await aKnownEverywhere(admin, { credits: 6 }),
      await aKnownEverywhere(admin),
    ];
    const { id, firstName, lastName, person, email } = student;
    const { registrationId } = await booked(person, await examThat(person), await aSession());
    for (const service of ['registration', 'payments'] as const)
      await until(
        () => sql(service, 'SELECT 1 FROM mail WHERE recipient = $1', [email]),
        (mails) => mails.length > 0,
      );
    await sql('registration', "UPDATE registration SET status = 'taken' WHERE id = $1", [
      registrationId,
    ]);
    await quiet();
    await backUp({ place: place(), by: 'e2e' }, folder, serviceNames, () => {});
    const known = await servicesThatName(student);
    expect(known).toEqual(
      expect.arrayContaining(['identity', 'registration', 'payments', 'seminary']),
    );
    const ofOther = await servicesThatName(other);

    await superAdmin.do(blankStudent, {
      student_id: id,
      reason: 'Requested in writing',
      forfeitCredits: true,
      confirmName: `${firstName} ${lastName}`,
    });
    await sql('identity', 'UPDATE blanking SET blank_on = now() WHERE student_id = $1', [id]);
    await until(
      () => sql('identity', 'SELECT 1 FROM blanking WHERE done_at IS NOT NULL'),
      (done) => done.length === 1,
      60,
      150,
    );
    await isNamedNowhere(student);
    const list = await ops('blanked');
    expect(list).toBe(`${id}\n`);
    await quiet();

    // one database alone: identity knows the student's id, and the others find their rows by it
    const ids = list.trim().split(' ');
    for (const service of known.filter((one) => one !== 'identity') as ServiceName[]) {
      await putBackFrom(folder, [service], hurt());
      await quiet();
      expect(await servicesThatName(student)).toEqual([service]);
      expect(await ops('blanked')).toBe(list);
      expect(await ops('blank-again', ids)).toBe(`Student ${id} is blanked.\n`);
      await isNamedNowhere(student);
      expect(await creditsLeft(id)).toEqual([0]);
    }

    await putBackFrom(folder, serviceNames, hurt());
    await quiet();
    expect((await servicesThatName(student)).sort()).toEqual(known.sort());
    expect(await ops('blanked')).toBe('\n'); // the backup is older: only the list has the id
    expect(await ops('blank-again', ids)).toBe(`Student ${id} is blanked.\n`);
    await isNamedNowhere(student);
    expect(await ops('blanked')).toBe(list);
    expect(await creditsLeft(id)).toEqual([0]);
    expect(await savedAtProcessor(String(id))).toEqual([]);

    // and again, when there is nothing left to do
    expect(await ops('blank-again', ids)).toBe(`Student ${id} is blanked.\n`);
    expect((await servicesThatName(other)).sort()).toEqual(ofOther.sort());
    expect(await savedAtProcessor(String(other.id))).toHaveLength(1);
  });
}
