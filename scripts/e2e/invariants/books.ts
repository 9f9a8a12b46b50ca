import { jetstreamManager } from '@nats-io/jetstream';
import { connectBroker, TIMEOUT_MS } from '../../portal/broker.ts';
import { type ServiceName, serviceNames, sql } from '../../portal/databases.ts';
import { transactions } from '../../portal/processor.ts';

// Facts that two services hold, compared from outside; each function describes the differences.

/** Describes registrations that differ from the credits spent for them. */
export async function spendingsThatDiffer(): Promise<string[]> {
  const [registrations, spendings] = await Promise.all([
    sql<{ id: string; status: string; credits_spent: number }>(
      'registration',
      'SELECT id, status, credits_spent FROM registration',
    ),
    sql<{ registration_id: string; credits: number }>(
      'payments',
      'SELECT registration_id, credits FROM spending WHERE returned_at IS NULL AND credits > 0',
    ),
  ]);
  const spent = new Map(spendings.map((row) => [row.registration_id, row.credits]));
  const known = new Map(registrations.map((row) => [row.id, row]));
  return [
    ...registrations
      .filter(
        ({ status, credits_spent }) =>
          credits_spent > 0 && !['pending', 'dropped', 'cancelled'].includes(status),
      )
      .filter(({ id, credits_spent }) => spent.get(id) !== credits_spent)
      .map(({ id }) => `registration ${id} without its spent credits`),
    ...spendings
      .filter(({ registration_id: id }) =>
        ['cancelled', 'dropped', undefined].includes(known.get(id)?.status),
      )
      .map(
        ({ registration_id: id }) => `registration ${id} is closed or unknown and keeps credits`,
      ),
  ];
}

/** Describes fees that were taken and kept but not recorded at their registration, or reversed. */
export async function feesThatDiffer(): Promise<string[]> {
  const [paid, noted] = await Promise.all([
    sql<{ payment_id: string; kept: string }>(
      'payments',
      `SELECT c.payment_id, sum(c.amount_cents - c.held_cents - c.refunded_cents) AS kept
      FROM charge c JOIN payment p ON p.id = c.payment_id
      WHERE c.type_id IN ('1', '3') AND p.state IN ('captured', 'voided') GROUP BY 1`,
    ),
    sql<{ payment_id: string; cents: string }>(
      'registration',
      'SELECT payment_id, proctor_cents + additional_cents AS cents FROM fee_payment',
    ),
  ]);
  const taken = new Set(paid.map(({ payment_id }) => payment_id));
  const known = new Set(noted.map(({ payment_id }) => payment_id));
  return [
    ...paid
      .filter((one) => Number(one.kept) > 0 && !known.has(one.payment_id))
      .map((one) => `fees of payment ${one.payment_id} are recorded nowhere`),
    ...noted
      .filter((one) => !taken.has(one.payment_id))
      .map((one) => `fees of payment ${one.payment_id} were never taken`),
  ];
}

/**
 * Describes payments by a school's balance without an open registration that were not returned, and
 * registrations of runs that were not paid.
 */
export async function usagesThatDiffer(): Promise<string[]> {
  const [registrations, usages] = await Promise.all([
    sql<{ id: string; status: string; is_paid: boolean }>(
      'registration',
      `SELECT id, status, charge_school AND NOT is_free_school_registration AS is_paid
       FROM registration WHERE run_id IS NOT NULL`,
    ),
    sql<{ registration_id: string }>(
      'schools',
      `SELECT e.registration_id FROM balance_entry e WHERE e.kind = 'registration'
        AND NOT EXISTS (SELECT FROM balance_entry back
          WHERE back.kind = 'cancelled' AND back.registration_id = e.registration_id)`,
    ),
  ]);
  const isOpen = ({ status }: { status: string }) =>
    !['pending', 'dropped', 'cancelled'].includes(status);
  const known = new Map(registrations.map((row) => [String(row.id), row]));
  const used = new Set(usages.map((row) => String(row.registration_id)));
  return [
    ...[...used]
      .filter((id) => !isOpen(known.get(id) ?? { status: 'dropped' }))
      .map((id) => `a school paid for registration ${id}, which is not open`),
    ...registrations
      .filter((row) => isOpen(row) && row.is_paid !== used.has(String(row.id)))
      .map(({ id }) => `registration ${id} of a run and the school's balance differ`),
  ];
}

/** Describes kept fees of approved retakes without a registration, and the reverse. */
export async function retakeFeesThatDiffer(): Promise<string[]> {
  const [paid, made] = await Promise.all([
    sql<{ payment_id: string; registration_id: string }>(
      'payments',
      `SELECT c.payment_id, c.registration_id FROM charge c JOIN payment p ON p.id = c.payment_id
      WHERE c.type_id = '4' AND p.state = 'captured'
        AND c.held_cents + c.refunded_cents < c.amount_cents`,
    ),
    sql<{ id: string; retake_payment_id: string }>(
      'registration',
      `SELECT id, retake_payment_id FROM registration
       WHERE vendor_approved_retake_with_fee AND status NOT IN ('pending', 'dropped')`,
    ),
  ]);
  const known = new Map(made.map((one) => [one.id, one.retake_payment_id]));
  const taken = new Set(paid.map(({ payment_id }) => payment_id));
  return [
    ...paid
      .filter((one) => known.get(one.registration_id) !== one.payment_id)
      .map((one) => `the retake fee of payment ${one.payment_id} has no registration`),
    ...made
      .filter((one) => !taken.has(one.retake_payment_id))
      .map(({ id }) => `registration ${id} is a retake whose fee was never taken`),
  ];
}

const centsBy = (
  lines: readonly { invoiceNumber: string; cents: number }[],
): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { invoiceNumber, cents } of lines)
    sums.set(invoiceNumber, (sums.get(invoiceNumber) ?? 0) + cents);
  return sums;
};

/**
 * Returns the differences that the portal knows of, which are no findings. A finished payment is
 * equal on both sides again; a refund or a charge that only the processor has is missing here.
 */
async function reconciled(): Promise<{ transactions: Set<string>; invoices: Set<string> }> {
  const rows = await sql<{ transaction_id: string | null; invoice_number: string; here: boolean }>(
    'payments',
    `SELECT transaction_id, coalesce(invoice_number, '') AS invoice_number,
       here_cents IS NOT NULL AS here
     FROM payment_difference WHERE state <> 'gone' AND action IS DISTINCT FROM 'finish_payment'`,
  );
  return {
    transactions: new Set(rows.flatMap(({ transaction_id: id }) => id ?? [])),
    invoices: new Set(rows.flatMap(({ here, invoice_number: invoice }) => (here ? invoice : []))),
  };
}

/** Describes charges, voids and refunds that differ from the processor's, and repeated ones. */
export async function booksThatDiffer(): Promise<string[]> {
  const [differences, payments, refunds, lines] = await Promise.all([
    reconciled(),
    sql<{ invoice_number: string; amount_cents: string; state: string }>(
      'payments',
      `SELECT invoice_number, amount_cents, state FROM payment
       WHERE state IN ('captured', 'voided')`,
    ),
    sql<{ invoice_number: string; amount_cents: string }>(
      'payments',
      `SELECT invoice_number, amount_cents FROM refund WHERE state = 'done'
       UNION ALL SELECT refund_invoice, there_cents FROM payment_difference
       WHERE refund_transaction_id IS NOT NULL`,
    ),
    transactions(),
  ]);
  const inCents = lines
    .filter(({ transId }) => !differences.transactions.has(transId))
    .map((line) => ({ ...line, cents: Math.round(line.amount * 100) }));
  const charged = inCents.filter(
    ({ type, status }) => type === 'authCapture' && status !== 'declined',
  );
  const differing = (
    what: string,
    ours: Map<string, number>,
    theirs: Map<string, number>,
  ): string[] =>
    [...new Set([...ours.keys(), ...theirs.keys()])]
      .filter((invoice) => ours.get(invoice) !== theirs.get(invoice))
      .map(
        (invoice) =>
          `${what} ${invoice}: ${ours.get(invoice) ?? 'nothing'} in our books, ` +
          `${theirs.get(invoice) ?? 'nothing'} at the processor`,
      );
  const ours = payments
    .filter((one) => !differences.invoices.has(one.invoice_number))
    .map((one) => ({
      invoiceNumber: one.invoice_number,
      cents: Number(one.amount_cents),
      state: one.state,
    }));
  return [
    ...differing('charge', centsBy(ours), centsBy(charged)),
    ...differing(
      'void',
      centsBy(ours.filter((one) => one.state === 'voided')),
      centsBy(charged.filter((one) => one.status === 'voided')),
    ),
    ...differing(
      'refund',
      centsBy(
        refunds
          .filter((one) => !differences.invoices.has(one.invoice_number))
          .map((one) => ({
            invoiceNumber: one.invoice_number,
            cents: Number(one.amount_cents),
          })),
      ),
      centsBy(inCents.filter(({ type, status }) => type === 'refund' && status === 'refunded')),
    ),
    ...[...Map.groupBy(charged, ({ invoiceNumber }) => invoiceNumber)]
      .filter(([, same]) => same.length > 1)
      .map(([invoiceNumber]) => `${invoiceNumber} was charged twice`),
  ];
}

/** A durable consumer of a service at the broker, and its number of unfinished messages. */
export interface Consumer {
  readonly service: ServiceName;
  /** registration.created */
  readonly event: string;
  readonly waiting: number;
}

/** Returns every consumer of a service that the broker has now. */
export async function consumers(): Promise<Consumer[]> {
  const nats = await connectBroker();
  try {
    const manager = await jetstreamManager(nats, { timeout: TIMEOUT_MS });
    const found: Consumer[] = [];
    for await (const stream of manager.streams.list()) {
      for await (const { name, config, num_pending, num_ack_pending } of manager.consumers.list(
        stream.config.name,
      )) {
        const service = serviceNames.find((one) => name.startsWith(`${one}_`));
        if (service)
          found.push({
            service,
            event: config.filter_subject ?? '',
            waiting: num_pending + num_ack_pending,
          });
      }
    }
    return found;
  } finally {
    await nats.close();
  }
}

/**
 * Describes consumers that have not handled every event; the key of the inbox allows each only
 * once.
 */
export async function eventsThatWait(): Promise<string[]> {
  const counts = async (service: ServiceName, query: string): Promise<[string, number][]> =>
    (await sql<{ name: string; n: string }>(service, query)).map(({ name, n }) => [
      name,
      Number(n),
    ]);
  const countsOf = async (query: string) =>
    new Map((await Promise.all(serviceNames.map((service) => counts(service, query)))).flat());
  const subscribed = await consumers();
  // in this order: handled events are counted before the sent ones, since handling sends more
  const handled = await countsOf('SELECT consumer AS name, count(*) AS n FROM inbox GROUP BY 1');
  // consumers that write emails skip events that are marked to need none
  const made = await countsOf(
    `SELECT type AS name, count(*) AS n FROM outbox
      WHERE payload -> 'data' -> 'withoutLetter' IS DISTINCT FROM 'true' GROUP BY 1`,
  );
  return subscribed
    .map(({ service, event }) => ({
      name: `${service}.${event}`,
      of: made.get(event) ?? 0,
      done: handled.get(`${service}.${event}`) ?? 0,
    }))
    .filter(({ of, done }) => of !== done)
    .map(({ name, of, done }) => `${name}: ${done} of ${of} events were handled`);
}
