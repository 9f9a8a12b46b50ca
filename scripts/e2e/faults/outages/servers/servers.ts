import { expect, test } from '@jest/globals';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { login } from '@portal/contract/students/auth';
import { serviceNames } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { rowOf } from '../../../exams/registrations.ts';
import { consumers } from '../../../invariants/books.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { type HurtPortal, inTheMiddle } from '../../harness/hurt-portal.ts';
import { aBuyer, buyPayBook, expectBoughtOnce, subjectsTo } from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

/** F8, F9, F10: the servers below the services die and lose data. */
export function servers(hurt: () => HurtPortal): void {
  test('F8: a PostgreSQL stopped at once while people buy keeps all confirmed work', async () => {
    const { portal, forgetMarks } = hurt();
    const buyers = await Promise.all([aBuyer(), aBuyer(), aBuyer(), aBuyer()]);
    forgetMarks();
    const bought = Promise.all(buyers.map(buyPayBook));
    await inTheMiddle(hurt(), 40); // four buyers pass more than a hundred steps
    await portal.down('postgres', 'SIGQUIT');
    await portal.up('postgres');
    await bought;
    for (const buyer of buyers) await expectBoughtOnce(buyer);
    await portal.ready();
    await sweep();
  });

  test('F9: events sent before and during the loss of NATS take effect once', async () => {
    const { portal } = hurt();
    const before = await aBuyer();
    await buyPayBook(before);
    await sweep();
    const subjects = await subjectsTo(before);
    expect(subjects.length).toBeGreaterThan(3);
    const during = await aBuyer();
    await quiet();
    const known = (await consumers()).length;
    expect(known).toBeGreaterThan(10);
    await portal.down('nats');
    portal.wipe('nats');
    await buyPayBook(during);
    await portal.up('nats');
    await portal.ready();
    // a sweep reads only the consumers that the broker knows
    await until(consumers, (now) => now.length >= known, 30, 100);
    await sweep();
    await quiet(); // all events ever sent were delivered again
    await sweep();
    expect([await subjectsTo(before), await subjectsTo(during)]).toEqual([subjects, subjects]);
  });

  test('F31: without NATS pages and purchases work, and every service is ready', async () => {
    const { portal } = hurt();
    const before = await aBuyer();
    await portal.down('nats');
    await portal.restart('registration');
    await until(
      () => before.person.ask(getAllExamsAccordingStudent, {}),
      ({ status }) => status === 200,
    );
    await buyPayBook(before);
    // more than one look: a service that is slow for a second counts as down in it
    for (const url of [
      `${portal.url}/readyz`,
      ...[...serviceNames, 'bff' as const].map((part) => `${portal.adminUrl(part)}/readyz`),
    ])
      await until(
        async () => (await fetch(url)).status,
        (status) => status === 200,
      );
    await portal.up('nats');
    await portal.ready();
    await expectBoughtOnce(before);
    await sweep();
  });

  test('F10: an emptied Redis makes people sign in again and loses nothing else', async () => {
    const { portal } = hurt();
    const buyer = await aBuyer();
    await buyPayBook(buyer);
    await portal.down('redis');
    portal.wipe('redis');
    await portal.up('redis');
    const over = await until(
      () => buyer.person.ask(getAllExamsAccordingStudent, {}),
      ({ status }) => status === 401,
    );
    expect(over.body.code).toBe('session_over');
    await until(
      () => buyer.person.ask(login, { email: buyer.email, password: buyer.password }),
      ({ status }) => status === 200,
    );
    expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({ status: 'scheduled' });
    await sweep();
  });
}
