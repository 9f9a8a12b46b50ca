import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';

import { client } from '@portal/kit/grpc/client';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { sql } from '../../../../portal/databases.ts';
import { asOffice, asTool } from '../../../../portal/services.ts';
import { until } from '../../../../portal/until.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { anEnrolled } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { aNetwork, type Network } from '../../harness/network/network.ts';
import {
  aBuyer,
  buyPayBook,
  chargesOf,
  expectBoughtOnce,
  persist,
  purchase,
} from '../../harness/people/buyer.ts';

/** The error that a person reads when a service does not answer. */
export const inWords = {
  status: 503,
  body: { code: 'unavailable', detail: 'A part of the system is not available. Please try again.' },
};

/** The networks before two services. */
interface Networks {
  /** From the BFF. */
  readonly toRegistration: Network;
  /** From registration. */
  readonly toPayments: Network;
  readonly both: readonly Network[];
}

/**
 * F11: the network between two services is slow, loses data, or is open on one side only. Declares
 * tests that damage the networks, which are mended after each.
 */
function onNetworks(hurt: () => HurtPortal, declare: (networks: () => Networks) => void): void {
  describe('on damaged networks', () => {
    let networks: Networks;
    beforeAll(async () => {
      const { portal } = hurt();
      const [toRegistration, toPayments] = await Promise.all([
        aNetwork(portal.grpcAddress('registration')),
        aNetwork(portal.grpcAddress('payments')),
      ]);
      networks = { toRegistration, toPayments, both: [toRegistration, toPayments] };
      portal.change('bff', { env: { REGISTRATION_ADDR: toRegistration.address } });
      portal.change('registration', { env: { PAYMENTS_ADDR: toPayments.address } });
      await Promise.all([portal.restart('bff'), portal.restart('registration')]);
      await portal.ready();
    });
    afterEach(() => {
      for (const network of networks.both) network.mend();
    });
    afterAll(async () => {
      const { portal } = hurt();
      portal.change('bff', { env: { REGISTRATION_ADDR: portal.grpcAddress('registration') } });
      portal.change('registration', { env: { PAYMENTS_ADDR: portal.grpcAddress('payments') } });
      await Promise.all([portal.restart('bff'), portal.restart('registration')]);
      await Promise.all(networks.both.map((network) => network.close()));
    });

    declare(() => networks);
  });
}

/** F11: the other side of a connection has gone. */
export function halfOpenNetworks(hurt: () => HurtPortal): void {
  onNetworks(hurt, (networks) => {
    test('F11: a half-open connection is noticed by a waiting call, and replaced', async () => {
      const buyer = await aBuyer();
      await buyer.person.do(getAllExamsAccordingStudent, {});
      for (const network of networks().both) network.halfOpen();
      const read = buyer.person.ask(getAllExamsAccordingStudent, {});
      // no retry here: the services find out within the time of one call
      expect(
        await buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), randomUUID()),
      ).toMatchObject({
        status: 200,
        body: { error: null, exam: { status: 'registered' } },
      });
      const { status, body } = await read;
      expect(status === 200 ? inWords : { status, body }).toMatchObject(inWords);
      expect(await chargesOf(buyer)).toHaveLength(1);
      await sweep();
    });
  });
}

/** F11: networks are slow, or lose data. */
export function slowNetworks(hurt: () => HurtPortal): void {
  onNetworks(hurt, (networks) => {
    test('F11: a network with a round trip of two seconds delays and doubles nothing', async () => {
      const buyer = await aBuyer();
      for (const network of networks().both) network.slow(1000);
      await buyPayBook(buyer);
      for (const network of networks().both) network.mend();
      await expectBoughtOnce(buyer);
      await sweep();
    });

    test('F11: a network slower than all timeouts gives an error and recovers', async () => {
      const buyer = await aBuyer();
      const key = randomUUID();
      for (const network of networks().both) network.slow(6000);
      const bought = buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), key);
      expect(await buyer.person.ask(getAllExamsAccordingStudent, {})).toMatchObject(inWords);
      for (const network of networks().both) network.mend();
      expect([200, 503, 409]).toContain((await bought).status);
      expect(
        await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key),
      ).toMatchObject({ error: null });
      expect(await chargesOf(buyer)).toHaveLength(1);
      await until(
        () => buyer.person.ask(getAllExamsAccordingStudent, {}),
        ({ status }) => status === 200,
      );
      await sweep();
    });

    test('F11: connections that break again and again double nothing', async () => {
      const { toRegistration, toPayments, both } = networks();
      const made = () => toRegistration.connections() + toPayments.connections();
      const before = made();
      // the network decides in how many pieces a purchase is sent
      while (made() - before <= 2) {
        const buyers = await Promise.all([aBuyer(), aBuyer(), aBuyer()]);
        toRegistration.lossy(11);
        toPayments.lossy(7);
        await Promise.all(buyers.map(buyPayBook));
        for (const network of both) network.mend();
        for (const buyer of buyers) await expectBoughtOnce(buyer);
      }
      await sweep();
    });
  });
}

/** The damage when a change is repeated without its key. */
export function networkControl(hurt: () => HurtPortal): void {
  test('F11, control: a change repeated without its key is made twice', async () => {
    const { id } = await anEnrolled();
    const network = await aNetwork(hurt().portal.grpcAddress('payments'));
    process.env['DEAF_ADDR'] = network.address;
    const [credits, reader] = [
      client(CreditsServiceDefinition, 'DEAF_ADDR', 'operator'),
      client(CreditsServiceDefinition, 'DEAF_ADDR', 'bff'),
    ];
    const lots = async () =>
      (await sql('payments', 'SELECT 1 FROM lot WHERE student_id = $1', [id])).length;
    const give = (key: string, deadlineMs = 30_000) =>
      credits.grantCredits({ studentId: id, credits: 1 }, { ...asTool(key), deadlineMs });
    /** Grants credits, misses the answer, and repeats. */
    const giveTwice = async (first: string, then: string) => {
      const before = await lots();
      await reader.getCredits({}, asOffice(null, id)); // on an existing connection
      network.deaf();
      const unheard = give(first, 2000).catch((error: { code: string }) => error.code);
      await until(lots, (now) => now > before);
      expect(await unheard).toBe('unavailable');
      network.mend();
      await give(then);
      return (await lots()) - before;
    };
    try {
      const key = randomUUID();
      expect(await giveTwice(key, key)).toBe(1);
      expect(await giveTwice(randomUUID(), randomUUID())).toBe(2);
    } finally {
      await network.close();
      delete process.env['DEAF_ADDR'];
    }
    await sweep();
  });
}
