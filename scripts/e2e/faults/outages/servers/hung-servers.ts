import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { serviceNames, sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { sweep } from '../../../invariants/invariants.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import {
  aBuyer,
  type Buyer,
  buyPayBook,
  chargesOf,
  expectBoughtOnce,
  persist,
  purchase,
  subjectsTo,
} from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';
import { whileStopped } from '../../harness/stopped.ts';
import { inWords } from '../network/network-faults.ts';
import { written } from './mail-away.ts';

/** Prometheus' scrape timeout in milliseconds. */
const SCRAPE_MS = 10_000;

type Part = (typeof serviceNames)[number] | 'bff';

/** Returns the metrics of a service. Throws when they do not arrive within a scrape. */
async function metricsOf({ portal }: HurtPortal, part: Part): Promise<string> {
  const signal = AbortSignal.timeout(SCRAPE_MS);
  return (await fetch(`${portal.adminUrl(part)}/metrics`, { signal })).text();
}

async function untilShown(hurt: HurtPortal, part: Part, line: RegExp): Promise<void> {
  await until(
    () => metricsOf(hurt, part),
    (text) => line.test(text),
  );
}

const statusOf = async (url: string): Promise<number> =>
  (await fetch(url, { signal: AbortSignal.timeout(SCRAPE_MS) })).status;

async function everyPartIsReady({ portal }: HurtPortal): Promise<void> {
  for (const part of [...serviceNames, 'bff' as const])
    await until(
      () => statusOf(`${portal.adminUrl(part)}/readyz`),
      (status) => status === 200,
    );
}

const seesExams = ({ person }: Buyer) => person.ask(getAllExamsAccordingStudent, {});

interface Hang {
  readonly server: 'postgres' | 'redis' | 'nats' | 'mail' | 'sandbox';
  /** What people and alerts see while it hangs. */
  readonly what: string;
  readonly whileHung: (hurt: HurtPortal, buyer: Buyer, key: string) => Promise<void>;
  /** A check after it continues, beside a purchase that is made once. */
  readonly afterwards?: (buyer: Buyer) => Promise<void>;
}

const hangs: readonly Hang[] = [
  {
    server: 'postgres',
    what: 'calls end in words, and /metrics arrives in time with what the alerts need',
    async whileHung(hurt, buyer) {
      const metrics = await metricsOf(hurt, 'payments');
      expect(metrics).toMatch(/^portal_outbox_waiting -1$/m);
      expect(metrics).toMatch(/^portal_ready 0$/m);
      expect(await metricsOf(hurt, 'payments')).toMatch(/^portal_outbox_waiting -1$/m);
      expect(await seesExams(buyer)).toMatchObject(inWords);
    },
  },
  {
    server: 'redis',
    what: 'calls end in words, and /metrics arrives in time with what the alerts need',
    async whileHung(hurt, buyer) {
      expect(await metricsOf(hurt, 'bff')).toMatch(/^portal_ready 0$/m);
      expect(await seesExams(buyer)).toMatchObject(inWords);
    },
  },
  {
    server: 'nats',
    what: 'people buy and book, every part stays ready, one that restarts too, and /metrics tells',
    async whileHung(hurt, buyer) {
      await buyPayBook(buyer);
      await untilShown(hurt, 'payments', /^portal_broker_connected 0$/m);
      await hurt.portal.restart('registration');
      await hurt.portal.restart('bff');
      await everyPartIsReady(hurt);
      expect((await seesExams(buyer)).status).toBe(200);
    },
  },
  {
    server: 'mail',
    what: 'people buy and book, and their mails arrive afterwards, each once',
    async whileHung(hurt, buyer) {
      await buyPayBook(buyer);
      await quiet();
      await everyPartIsReady(hurt);
      // a sender abandons a silent mail server
      await until(
        () => sql('payments', 'SELECT 1 FROM mail WHERE sent_at IS NULL AND attempts > 0'),
        (tried) => tried.length > 0,
        60,
        250,
      );
    },
    async afterwards(buyer) {
      const subjects = await subjectsTo(buyer);
      expect(subjects.length).toBeGreaterThan(3);
      expect(subjects).toEqual(await written(buyer));
    },
  },
  {
    server: 'sandbox',
    what: 'a purchase ends in words within a request, and is made once afterwards',
    async whileHung(hurt, buyer, key) {
      const { status } = await buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), key);
      expect([409, 502, 503]).toContain(status);
      expect((await seesExams(buyer)).status).toBe(200);
      await everyPartIsReady(hurt);
    },
    async afterwards(buyer) {
      expect(await chargesOf(buyer)).toHaveLength(1);
    },
  },
];

/** F8, F9, F10, F14, F15: servers and partners that accept connections and never answer. */
export function hungServers(hurt: () => HurtPortal): void {
  test.each(hangs)('F8: while $server hangs, $what', async ({ server, whileHung, afterwards }) => {
    const { portal } = hurt();
    await portal.ready();
    const buyer = await aBuyer();
    const key = randomUUID();
    await quiet();
    await whileStopped(portal.pid(server), () => whileHung(hurt(), buyer, key));
    await portal.ready();
    await everyPartIsReady(hurt());
    if (server === 'sandbox')
      await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key);
    else if (server === 'nats' || server === 'mail') await expectBoughtOnce(buyer);
    else expect((await seesExams(buyer)).status).toBe(200);
    await sweep(); // delayed events and mails have arrived
    await afterwards?.(buyer);
  });
}
