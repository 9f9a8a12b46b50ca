import { differences, dollars, type Finding, finding, sum } from './finding.ts';
import { doneOf, type Recorded } from './recorded.ts';

/**
 * Every payment that was answered as made was taken once, and nothing else; what was said to go
 * back went back; and the student's own list says the same. By the processor's list alone.
 */
export function checkMoney(recorded: Recorded): Finding[] {
  return [...studentsMoney(recorded), ...othersMoney(recorded)];
}

function studentsMoney(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  const lines = Map.groupBy(recorded.outside.processor, ({ customer }) => customer);
  return [...recorded.outside.students].flatMap(([id, { payments }]) => {
    const own = (lines.get(String(id)) ?? []).filter(({ status }) => status !== 'declined');
    const charges = own.filter(({ kind }) => kind === 'authCapture');
    const effects = (done.get(id) ?? []).map(({ effect }) => effect);
    const told = effects.flatMap(({ charged }) => (charged ? [charged] : []));
    const back = sum(
      own
        .filter(
          ({ kind, status }) =>
            kind === 'refund' || (kind === 'authCapture' && status === 'voided'),
        )
        .map(({ cents }) => cents),
    );
    const toldBack = sum(effects.map(({ refunded }) => refunded ?? 0));
    const listed = (kind: 'payment' | 'refund') =>
      payments.filter((one) => one.kind === kind).map(({ cents }) => cents);
    return [
      ...differences(
        told,
        charges.map(({ cents }) => cents),
      ).map(({ value, wanted, found }) =>
        finding(
          'a payment is taken once',
          `student ${id} was told of ${wanted} payments of ${dollars(value)}, the processor took ${found}`,
        ),
      ),
      ...differences(
        charges.map(({ cents }) => cents),
        listed('payment'),
      ).map(({ value, wanted, found }) =>
        finding(
          'the own list shows what was paid',
          `student ${id}: ${wanted} charges of ${dollars(value)} at the processor, ${found} in the list`,
        ),
      ),
      ...(back === toldBack
        ? []
        : [
            finding(
              'what is said to go back goes back',
              `student ${id} was told of ${dollars(toldBack)} given back, the processor gave ${dollars(back)}`,
            ),
          ]),
      ...(back === sum(listed('refund'))
        ? []
        : [
            finding(
              'the own list shows what went back',
              `student ${id}: the processor gave ${dollars(back)} back, the list shows ${dollars(sum(listed('refund')))}`,
            ),
          ]),
    ];
  });
}

/** Payments that are no student's: of schools, whose sums are all different, and of TTI. */
function othersMoney(recorded: Recorded): Finding[] {
  const told = doneOf(recorded).filter(
    ({ studentId, effect }) => studentId === null && effect.charged,
  );
  const taken = recorded.outside.processor.filter(
    ({ kind, status }) => kind === 'authCapture' && status !== 'declined',
  );
  const schools = told.flatMap(({ effect }) => (effect.school ? [effect.charged ?? 0] : []));
  const sums = new Set(recorded.operations.flatMap(({ intent }) => intent.charged ?? []));
  const joining = new Set(recorded.operations.flatMap(({ intent }) => intent.customer ?? []));
  const study = told.flatMap(({ effect }) =>
    effect.partner?.startsWith('tti ') ? [`TTI-${effect.partner.split(' ')[1]}`] : [],
  );
  return [
    ...differences(
      schools,
      taken.filter(({ cents }) => sums.has(cents)).map(({ cents }) => cents),
    ).map(({ value, wanted, found }) =>
      finding(
        'a payment is taken once',
        `a school was told of ${wanted} payments of ${dollars(value)}, the processor took ${found}`,
      ),
    ),
    ...differences(
      study,
      taken.flatMap(({ customer }) => (customer && joining.has(customer) ? [customer] : [])),
    ).map(({ value, wanted, found }) =>
      finding(
        'a payment is taken once',
        `${value} was told of ${wanted} payments, the processor took ${found}`,
      ),
    ),
  ];
}
