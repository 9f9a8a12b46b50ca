import { differences, dollars, type Finding, finding, sum } from './finding.ts';
import { doneOf, type Recorded } from './recorded.ts';

/**
 * Checks by the processor's list that exactly the confirmed payments were taken and the announced
 * refunds made, and that the student's list shows the same.
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
    const confirmed = effects.flatMap(({ charged }) => (charged ? [charged] : []));
    const back = sum(
      own
        .filter(
          ({ kind, status }) =>
            kind === 'refund' || (kind === 'authCapture' && status === 'voided'),
        )
        .map(({ cents }) => cents),
    );
    const confirmedBack = sum(effects.map(({ refunded }) => refunded ?? 0));
    const listed = (kind: 'payment' | 'refund') =>
      payments.filter((one) => one.kind === kind).map(({ cents }) => cents);
    return [
      ...differences(
        confirmed,
        charges.map(({ cents }) => cents),
      ).map(({ value, wanted, found }) =>
        finding(
          'a payment is taken once',
          `student ${id}: ${wanted} confirmed payments of ${dollars(value)}, ` +
            `the processor took ${found}`,
        ),
      ),
      ...differences(
        charges.map(({ cents }) => cents),
        listed('payment'),
      ).map(({ value, wanted, found }) =>
        finding(
          'the student sees each charge',
          `student ${id}: ${wanted} charges of ${dollars(value)} at the processor, ` +
            `${found} in the list`,
        ),
      ),
      ...(back === confirmedBack
        ? []
        : [
            finding(
              'an announced refund is made',
              `student ${id}: ${dollars(confirmedBack)} of confirmed refunds, ` +
                `the processor refunded ${dollars(back)}`,
            ),
          ]),
      ...(back === sum(listed('refund'))
        ? []
        : [
            finding(
              'the student sees each refund',
              `student ${id}: the processor refunded ${dollars(back)}, ` +
                `the list shows ${dollars(sum(listed('refund')))}`,
            ),
          ]),
    ];
  });
}

/** Checks payments without a student: of schools, whose amounts are all different, and of TTI. */
function othersMoney(recorded: Recorded): Finding[] {
  const confirmed = doneOf(recorded).filter(
    ({ studentId, effect }) => studentId === null && effect.charged,
  );
  const taken = recorded.outside.processor.filter(
    ({ kind, status }) => kind === 'authCapture' && status !== 'declined',
  );
  const schools = confirmed.flatMap(({ effect }) => (effect.school ? [effect.charged ?? 0] : []));
  const sums = new Set(recorded.operations.flatMap(({ intent }) => intent.charged ?? []));
  const joining = new Set(recorded.operations.flatMap(({ intent }) => intent.customer ?? []));
  const study = confirmed.flatMap(({ effect }) =>
    effect.partner?.startsWith('tti ') ? [`TTI-${effect.partner.split(' ')[1]}`] : [],
  );
  return [
    ...differences(
      schools,
      taken.filter(({ cents }) => sums.has(cents)).map(({ cents }) => cents),
    ).map(({ value, wanted, found }) =>
      finding(
        'a payment is taken once',
        `a school: ${wanted} confirmed payments of ${dollars(value)}, the processor took ${found}`,
      ),
    ),
    ...differences(
      study,
      taken.flatMap(({ customer }) => (customer && joining.has(customer) ? [customer] : [])),
    ).map(({ value, wanted, found }) =>
      finding(
        'a payment is taken once',
        `${value}: ${wanted} confirmed payments, the processor took ${found}`,
      ),
    ),
  ];
}
