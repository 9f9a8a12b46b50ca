import { saveCreditCard, submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { client } from '@portal/kit/grpc/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { aNewCard } from '../e2e/cards/card.ts';
import { creditPrice } from '../e2e/cards/credit-price.ts';
import type { Person } from '../portal-user/person.ts';
import type { Portal } from '../start/portal-handle.ts';
import { aStudent, asBff, forEach, signedIn } from './people.ts';
import { difference, pgbenchRate, statistics } from './written-rows.ts';

const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'bff');
/** Concurrent buyers; when one has every exam the next one takes their place. */
const CONCURRENCY = 16;
const BUYERS = 4 * CONCURRENCY;
const SECONDS = 10;
const services = ['registration', 'payments'] as const;

/**
 * Measures purchases per second with saved cards, and pgbench with the same rows in the same number
 * of commits.
 */
export async function buyExam(
  portal: Portal,
): Promise<{ portal: number; pgbench: number; commits: number; rows: number }> {
  const { exams: all } = await exams.listExams({ knownVersion: 0 }, asBff);
  const plain = all.filter(
    (exam) =>
      exam.active &&
      exam.phonesystemActive &&
      exam.requiredExamIds.length === 0 &&
      exam.credits > 0 &&
      exam.credits <= 6 &&
      !exam.alternateCourseVersion,
  );
  const buyers = await forEach(Array.from({ length: BUYERS }), () => aBuyer(portal));
  const next = new Map(buyers.map((buyer) => [buyer, 0]));
  let bought = 0;
  const buyOne = async (buyer: Awaited<ReturnType<typeof aBuyer>>) => {
    const place = next.get(buyer) ?? 0;
    const exam = plain[place];
    if (!exam) throw new Error('a buyer has every exam');
    next.set(buyer, place + 1);
    const numberOfCredits = exam.credits;
    const answer = await buyer.person.do(submitPaymentAndGetExam, {
      examId: exam.id,
      ccId: buyer.ccId,
      numberOfCredits,
      amount: numberOfCredits * buyer.price,
    });
    if (answer.error !== null) throw new Error(answer.error);
    bought++;
  };
  await forEach(buyers, buyOne, 8); // warm

  const before = await statistics(portal, services);
  bought = 0;
  const until = Date.now() + SECONDS * 1000;
  const started = performance.now();
  await Promise.all(
    buyers.slice(0, CONCURRENCY).map(async (_, place) => {
      for (let turn = place; Date.now() < until; ) {
        const buyer = buyers[turn];
        if (!buyer) throw new Error('the buyers have every exam');
        if ((next.get(buyer) ?? 0) < plain.length) await buyOne(buyer);
        else turn += CONCURRENCY;
      }
    }),
  );
  const perSecond = bought / ((performance.now() - started) / 1000);
  const after = await statistics(portal, services);
  const written = difference(before, after, bought);
  // two of registration, two of payments; those of the relay and the emails count as overhead
  const commits = 4;
  const pgbench = await pgbenchRate(portal.serverUrl, written, commits);
  return {
    portal: perSecond,
    pgbench,
    commits,
    rows: written.reduce((sum, table) => sum + table.inserted + table.updated, 0),
  };
}

async function aBuyer(portal: Portal): Promise<{ person: Person; ccId: string; price: number }> {
  const person = await signedIn(portal.url, await aStudent());
  const { paymentMethod } = await person.do(saveCreditCard, await aNewCard(portal.sandboxUrl));
  const pricePerCredit = await creditPrice(person);
  return { person, ccId: paymentMethod.ccId, price: pricePerCredit };
}
