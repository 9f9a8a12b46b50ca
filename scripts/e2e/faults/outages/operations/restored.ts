import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { refundPackage } from '@portal/contract/payments/transactions';
import {
  getPackagesTypesToDisplay,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { backUp } from '../../../../ops/backup.ts';
import type { Manifest } from '../../../../ops/manifest.ts';
import { reconcile } from '../../../../ops/reconcile.ts';
import { serviceNames, sql } from '../../../../portal/databases.ts';
import { settle, transactions } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import { examThat, registered, savedCard } from '../../../exams/registrations.ts';
import { brokenInvariants, sweep } from '../../../invariants/invariants.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import {
  aBuyer,
  buyPayBook,
  cancelExam,
  chargesOf,
  expectCancelledOnce,
  persist,
} from '../../harness/people/buyer.ts';
import { putBackFrom } from '../../harness/put-back.ts';
import { quiet } from '../../harness/quiet.ts';

/** Returns the last line after mending: the demo data differ at the processor. */
const left = (listed: readonly string[]): string => {
  const count = listed.length - 1;
  return count === 0 ? 'nothing differs' : `${count} differences are left`;
};

/** Returns folders for the backups of a test, and the operator's reconciliation since one. */
function backups(hurt: () => HurtPortal) {
  const folders: string[] = [];
  const aFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
    folders.push(folder);
    return folder;
  };
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const by = () => ({
    place: { kind: 'local' as const, dataDir: hurt().portal.dataDir },
    by: 'e2e',
  });
  /** Lists or applies the differences since a backup; returns the lines of output. */
  const reconciled = async (verb: 'list' | 'apply', { at }: Manifest): Promise<string[]> => {
    const output = new PassThrough();
    const task = { verb, since: at, quietMinutes: 0 };
    const [said, code] = await Promise.all([text(output), reconcile(by(), task, output)]);
    expect([code, said]).toEqual([0, said]);
    return said.trim().split('\n');
  };
  return { aFolder, by, reconciled };
}

const creditsOf = async ({ person }: SignedIn) =>
  (await person.do(getCreditsInfo, {})).totalCredits;

/** F23: one database restored to an earlier moment, and reconciled with the card processor. */
export function restoredPayments(hurt: () => HurtPortal): void {
  const { aFolder, by, reconciled } = backups(hurt);

  test('F23: payments restored to yesterday recovers each charge, refund and credit', async () => {
    const [early, late, owner, giver, taker, superAdmin] = await Promise.all([
      aBuyer(),
      aBuyer(),
      aStudent({ credits: 20 }),
      aPackageBuyer(),
      aPackageBuyer(),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    const [registrationId, lot] = [await buyPayBook(early), await giver.buy()];
    await settle();
    await sweep();
    const folder = aFolder();
    const backup = await backUp(by(), folder, ['payments'], () => {});
    const ofDemo = await reconciled('list', backup);

    await Promise.all([
      buyPayBook(late),
      cancelExam(early, registrationId),
      taker.buy(),
      persist(superAdmin, refundPackage, { student_id: giver.id, packageId: lot }),
      examThat(owner.person).then((exam) => registered(owner.person, exam)),
    ]);
    await expectCancelledOnce(early);
    await sweep();
    await quiet();
    const people = [early, late, owner, giver, taker];
    const credits = await Promise.all(people.map(creditsOf));
    const atProcessor = await transactions();

    await putBackFrom(folder, ['payments'], hurt());
    await quiet();
    const broken = (await brokenSinceRestored()).join('\n');
    expect(broken).toMatch(/charge .*: nothing in our books/);
    expect(broken).toMatch(/refund .*: nothing in our books/);
    expect(broken).toMatch(/registration \d+ without its spent credits/);
    expect(broken).toMatch(/is closed or unknown and keeps credits/);

    const listed = await reconciled('list', backup);
    for (const act of ['book transaction', 'book refund', 'spend', 'give'])
      expect(listed).toContainEqual(expect.stringMatching(new RegExp(`^${act} `)));
    expect((await brokenSinceRestored()).join('\n')).toBe(broken); // listing changes nothing
    expect((await reconciled('apply', backup)).at(-1)).toBe(left(ofDemo));
    await sweepRestored();
    expect(await transactions()).toEqual(atProcessor);
    expect(await Promise.all(people.map(creditsOf))).toEqual(credits);
    expect(await reconciled('list', backup)).toEqual(ofDemo);

    // and the portal works from there
    const [next] = await sql<{ id: string }>(
      'registration',
      "SELECT id FROM registration WHERE student_id = $1 AND status = 'scheduled'",
      [late.id],
    );
    await cancelExam(late, Number(next?.id));
    await expectCancelledOnce(late, 1); // the owner saves the card again
    await forgetUnsent();
    await sweep();
  });
}

/** F23: all databases restored to an earlier moment, and reconciled with the card processor. */
export function restoredAll(hurt: () => HurtPortal): void {
  const { aFolder, by, reconciled } = backups(hurt);

  test('F23: all databases restored to yesterday refund charges and grant credits', async () => {
    const [late, taker] = await Promise.all([aBuyer(), aPackageBuyer()]);
    await sweepRestored();
    const folder = aFolder();
    const backup = await backUp(by(), folder, serviceNames, () => {});
    const ofDemo = await reconciled('list', backup);
    await Promise.all([buyPayBook(late), taker.buy()]);
    await sweepRestored();
    const credits = await creditsOf(taker);
    const paid = await chargesOf(late);
    expect(paid.length).toBeGreaterThan(1);

    await putBackFrom(folder, serviceNames, hurt());
    await quiet();
    expect((await brokenInvariants()).join('\n')).toMatch(/charge .*: nothing in our books/);
    const listed = await reconciled('list', backup);
    expect(listed.filter((line) => line.startsWith('refund transaction'))).toHaveLength(
      paid.length,
    );
    expect((await reconciled('apply', backup)).at(-1)).toBe(left(ofDemo));
    await sweepRestored();
    expect((await chargesOf(late)).map(({ status }) => status)).toEqual(paid.map(() => 'voided'));
    expect(await creditsOf(taker)).toBe(credits);

    // ids of forgotten rows are not used again
    const [{ id }] = (await sql<{ id: string }>(
      'registration',
      "SELECT nextval(pg_get_serial_sequence('registration', 'id')) AS id",
    )) as [{ id: string }];
    expect(Number(id)).toBeGreaterThan(1_000_000);
    await buyPayBook(await aBuyer());
    await sweepRestored();
    await forgetUnsent();
    await sweep();
  });
}

/**
 * Lets inboxes forget the events that a restored sender no longer has, as they do in time, so that
 * the counts of every sweep agree again.
 */
async function forgetUnsent(): Promise<void> {
  const sent = await Promise.all(
    serviceNames.map((service) => sql<{ id: string }>(service, 'SELECT id FROM outbox')),
  );
  const ids = sent.flat().map(({ id }) => id);
  for (const service of serviceNames)
    await sql(service, 'DELETE FROM inbox WHERE event_id <> ALL($1)', [ids]);
}

/**
 * Returns all broken invariants but one: consumers have handled events that a restored sender no
 * longer has. Their inboxes forget them in time, and the broker lists a consumer only once its
 * service has created it again.
 */
async function brokenSinceRestored(): Promise<string[]> {
  const isAhead = (line: string) => {
    const [, handled, sent] = /: (\d+) of (\d+) events were handled$/.exec(line) ?? [];
    return Number(handled) > Number(sent);
  };
  return (await brokenInvariants()).filter((line) => !isAhead(line));
}

/** Waits until nothing is broken twice in a row. */
async function sweepRestored(): Promise<void> {
  await until(
    async () => [...(await brokenSinceRestored()), ...(await brokenSinceRestored())],
    (broken) => broken.length === 0,
    30,
    100,
  );
}

/** Creates a student with a saved card who can buy a package; `buy` returns the package's id. */
async function aPackageBuyer() {
  const student = await aStudent();
  const [{ packages }, { ccId }] = await Promise.all([
    student.person.do(getPackagesTypesToDisplay, {}),
    savedCard(student.person),
  ]);
  const offer = packages.find(({ is_default }) => is_default);
  if (!offer) throw new Error('no package is for sale');
  return {
    ...student,
    async buy(): Promise<number> {
      const order = { packageId: offer.id, amount: offer.purchase_price, ccId };
      await student.person.do(purchasePackageWithProfile, order);
      const [lot] = await sql<{ id: string }>(
        'payments',
        'SELECT id FROM lot WHERE student_id = $1 ORDER BY id LIMIT 1',
        [student.id],
      );
      return Number(lot?.id);
    },
  };
}
