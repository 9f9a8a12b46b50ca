import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { login } from '@portal/contract/auth';
import { submitPaymentAndGetExam } from '@portal/contract/payments';
import { serviceNames, sql } from '../databases.ts';
import { until } from '../until.ts';
import { aBuyer, buyPayBook, purchase } from './buyer.ts';
import type { HurtPortal } from './hurt-portal.ts';

/** No log line and no event holds what is nobody's business. */
export function logs(hurt: () => HurtPortal): void {
  test('no log line and no event holds a name, an address, a password, a birth date, a card or a session, though much went wrong', async () => {
    const { portal } = hurt();
    const buyer = await aBuyer();
    await portal.down('payments');
    await buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), randomUUID()).catch(() => null);
    await portal.up('payments');
    await buyer.person.ask(login, { email: buyer.email, password: 'Wrong4Tests!' });
    await buyPayBook(buyer).catch(() => null); // it goes on where the first try stopped, or says that it does
    const { email, lastName, password, dob, newCard, person } = buyer;
    const secrets = [email, lastName, password, dob, 'Wrong4Tests!', 'Study4JSE!', newCard.acceptPaymentValue, person.cookie('sid') ?? ''];
    expect(secrets.filter((secret) => secret.length < 6)).toEqual([]);

    const parts = [...serviceNames, 'bff'];
    const texts = readdirSync(join(portal.dataDir, 'logs'))
      .filter((name) => parts.some((part) => name.startsWith(part)))
      .map((file) => ({ where: file, text: readFileSync(join(portal.dataDir, 'logs', file), 'utf8') }));
    expect(texts.length).toBeGreaterThanOrEqual(parts.length);
    expect(texts.map(({ text }) => text).join()).toContain('process interrupted, will be resumed'); // they do hold what goes wrong
    for (const service of serviceNames) {
      texts.push({ where: `events of ${service}`, text: JSON.stringify(await sql(service, 'SELECT payload FROM outbox')) });
    }
    const leaks = texts.flatMap(({ where, text }) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`),
    );
    expect(leaks).toEqual([]);
    await until(async () => portal.pid('payments'), Boolean);
  }, 60_000);
}
