import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { login } from '@portal/contract/students/auth';
import { serviceNames, sql } from '../../portal/databases.ts';
import { sweep } from '../invariants/invariants.ts';
import type { HurtPortal } from './harness/hurt-portal.ts';
import { aBuyer, persist, purchase } from './harness/people/buyer.ts';

/** No log line and no event holds personal data or secrets. */
export function logs(hurt: () => HurtPortal): void {
  test('no log line or event holds personal data or secrets after many errors', async () => {
    const { portal } = hurt();
    const buyer = await aBuyer();
    const key = randomUUID();
    await portal.down('payments');
    expect(await buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), key)).toMatchObject({
      status: 503,
    });
    await portal.up('payments');
    await buyer.person.ask(login, { email: buyer.email, password: 'Wrong4Tests!' });
    await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key);
    await sweep();
    const { email, lastName, password, dob, newCard, person } = buyer;
    const secrets = [
      email,
      lastName,
      password,
      dob,
      'Wrong4Tests!',
      'Study4JSE!',
      newCard.acceptPaymentValue,
      person.cookie('sid') ?? '',
    ];
    expect(secrets.filter((secret) => secret.length < 6)).toEqual([]);

    const parts = [...serviceNames, 'bff'];
    const texts = readdirSync(join(portal.dataDir, 'logs'))
      .filter((name) => parts.some((part) => name.startsWith(part)))
      .map((file) => ({
        where: file,
        text: readFileSync(join(portal.dataDir, 'logs', file), 'utf8'),
      }));
    expect(texts.length).toBeGreaterThanOrEqual(parts.length);
    expect(texts.map(({ text }) => text).join()).toContain('process interrupted, will be resumed');
    for (const service of serviceNames) {
      texts.push({
        where: `events of ${service}`,
        text: JSON.stringify(await sql(service, 'SELECT payload FROM outbox')),
      });
    }
    const leaks = texts.flatMap(({ where, text }) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`),
    );
    expect(leaks).toEqual([]);
  });
}
