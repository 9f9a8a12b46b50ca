import { ActionIcon, Button, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { isRefusal } from '../../shared/api/client.ts';
import { creditsText, money } from '../../shared/format/money.ts';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { RunProgress } from '../../shared/ui/run-progress.tsx';
import type { BulkResult, Details } from '../api.ts';
import { FootBar } from '../foot-bar.tsx';
import classes from '../schools.module.css';
import { isSuccess, missingFor, outcomesOf, type Pending } from './order.ts';
import { namesIn, Results } from './results.tsx';
import { ShortBalance } from './short-balance.tsx';
import type { useOrder } from './use-order.ts';

interface PayStepProps {
  details: Details;
  order: ReturnType<typeof useOrder>;
  pending: Pending;
  onPending: (pending: Pending) => void;
  results: readonly BulkResult[];
  onBack: () => void;
  onClose: () => void;
}
type Quote = NonNullable<PayStepProps['order']['quote']['data']>;
type Quoted = Quote['students'][number];

/** Step 4 of A-22: the cost, the run, and its outcome.. */
export function PayStep({
  details,
  order,
  pending,
  onPending,
  results,
  onBack,
  onClose,
}: PayStepProps) {
  const { quote, isPaying, progress } = order;
  const { chargeSchool } = details.currentSchoolDetails;
  const outcomes = outcomesOf(results);
  const hasResults = results.length > 0;
  // a school that prepays goes back to its session; cards are tried again at once
  const mayPay = pending.size > 0 && !(hasResults && chargeSchool);
  const isReady =
    mayPay && quote.data?.canPay === true && !quote.isPlaceholderData && !quote.isFetching;
  const isShort = quote.data !== undefined && missingFor(quote.data) > 0;
  const payError = // the order says what the balance lacks
    isShort && isRefusal(order.payError, 'school_balance_too_low') ? null : order.payError;
  const error = payError ?? order.runError ?? (mayPay ? quote.error : null);
  return (
    <>
      <h2 className={classes.heading}>Confirm and pay</h2>
      {isPaying && (
        <section aria-label="Progress" className={classes.card}>
          {progress ? (
            <RunProgress label="Registering students" done={progress.done} total={progress.total} />
          ) : (
            <Text role="status">Registering students. You can leave this page meanwhile.</Text>
          )}
        </section>
      )}
      <CallError error={error} />
      {results.map(({ error: trouble }) =>
        trouble ? <CallError key={trouble} error={new Error(trouble)} /> : null,
      )}
      <div className={classes.wide}>
        <div className={classes.block}>
          <Results details={details} outcomes={outcomes} />
          {mayPay && !isPaying && (
            <QuotedStudents
              details={details}
              order={order}
              pending={pending}
              onPending={onPending}
            />
          )}
        </div>
        <OrderCard
          details={details}
          quote={mayPay ? quote.data : undefined}
          results={results}
          onPaid={order.forgetPayError}
        />
      </div>
      <FootBar says={progress ? `${progress.done} of ${progress.total} done` : ''}>
        {!hasResults && (
          <Button variant="default" disabled={isPaying} onClick={onBack}>
            Go Back
          </Button>
        )}
        <Button variant={mayPay ? 'default' : 'filled'} disabled={isPaying} onClick={onClose}>
          Close
        </Button>
        {mayPay && (
          <Button disabled={!isReady} loading={isPaying} onClick={order.pay}>
            Pay and Register All
          </Button>
        )}
      </FootBar>
    </>
  );
}

/** The column with the reasons that block a payment or reduce it. */
const NOTE = 'note';
const subjectsOf = ({ exams }: Quoted): string => exams.map(({ subject }) => subject).join(', ');

function QuotedStudents({
  details,
  order,
  pending,
  onPending,
}: Pick<PayStepProps, 'details' | 'order' | 'pending' | 'onPending'>) {
  const { quote } = order;
  const names = namesIn(details);
  const methods = new Map(
    details.schoolStudents.map(({ student, paymentMethods }) => [student.id, paymentMethods]),
  );
  if (!quote.data) return quote.error ? null : <BlockSkeleton height={240} />;
  const remove = (studentId: number) => {
    const next = new Map(pending);
    next.delete(studentId);
    onPending(next);
  };
  const card = ({ studentId, ccId, amount }: Quoted) => {
    if (details.currentSchoolDetails.chargeSchool || amount === 0) return null;
    const own = methods.get(studentId) ?? [];
    return own.length === 0 ? null : (
      <Select
        size="xs"
        aria-label={`Card of ${names.student(studentId)}`}
        data={own.map((one) => ({
          value: one.ccId,
          label: `${one.cardtype} ${one.cc4digits}${one.expired ? ', expired' : ''}`,
        }))}
        value={order.cards.get(studentId) ?? ccId}
        allowDeselect={false}
        onChange={(chosen) => chosen && order.chooseCard(studentId, chosen)}
        w={170}
      />
    );
  };
  const columns: Column<Quoted>[] = [
    { id: 'name', title: 'Student', text: ({ studentId }) => names.student(studentId) },
    {
      id: 'exams',
      title: 'Exams',
      text: subjectsOf,
      cell: (row) => <span className={classes.wraps}>{subjectsOf(row)}</span>,
    },
    {
      id: NOTE,
      title: 'Payment',
      text: () => '',
      cell: (row) => (
        <>
          {row.availableCredits > 0 && (
            <Text span size="sm">{`${row.availableCredits} credits available `}</Text>
          )}
          {card(row)}
          {row.error && <span className={classes.bad}>{row.error}</span>}
        </>
      ),
    },
    {
      id: 'credits',
      title: 'Credits',
      numeric: true,
      text: ({ creditsNeeded }) => String(creditsNeeded),
    },
    { id: 'amount', title: 'Amount', numeric: true, text: ({ amount }) => money(amount) },
    {
      id: 'remove',
      title: 'Actions',
      text: () => '',
      cell: ({ studentId }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Leave out ${names.student(studentId)}`}
          onClick={() => remove(studentId)}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      ),
    },
  ];
  const { students } = quote.data;
  const { chargeSchool } = details.currentSchoolDetails;
  const hasNotes =
    !chargeSchool || students.some(({ availableCredits, error }) => availableCredits > 0 || error);
  return (
    <PlainTable
      title="Students"
      columns={columns.filter(({ id }) => hasNotes || id !== NOTE)}
      rows={students}
      keyOf={({ studentId }) => studentId}
      empty="There are no students left."
    />
  );
}

interface OrderCardProps {
  details: Details;
  quote: Quote | undefined;
  results: readonly BulkResult[];
  onPaid: () => void;
}

function OrderCard({ details, quote, results, onPaid }: OrderCardProps) {
  const last = results.at(-1);
  const exams = new Map(
    quote?.students.flatMap((one) => one.exams.map((exam) => [exam.examId, exam] as const)),
  );
  const missing = quote ? missingFor(quote) : 0;
  const balance = quote?.schoolBalance ?? last?.schoolCurrentBalance ?? null;
  return (
    <section aria-label="Order" className={classes.card}>
      <h2 className={classes.heading}>Order</h2>
      <dl className={classes.sums}>
        {quote &&
          [...exams.values()].map((exam) => (
            <Sum key={exam.examId} label={exam.subject} value={creditsText(exam.credits)} />
          ))}
        {quote && <Sum label="Credit total" value={creditsText(quote.totalCredits)} />}
        {quote && (
          <Sum label="Total" value={money(quote.totalAmount)} isBad={quote.overBalance} isTotal />
        )}
        {last && <Sum label="Charged" value={money(chargedBy(results))} isTotal={!quote} />}
        {balance !== null && details.currentSchoolDetails.chargeSchool && (
          <Sum label={last ? 'New balance' : 'School balance'} value={money(balance)} />
        )}
      </dl>
      {quote?.error && missing === 0 && <p className={classes.bad}>{quote.error}</p>}
      <ShortBalance school={details.currentSchoolDetails} missing={missing} onPaid={onPaid} />
    </section>
  );
}

/** Dollars that runs took, from the balance or from cards. */
export const chargedBy = (results: readonly BulkResult[]): number =>
  outcomesOf(results)
    .filter(({ exams }) => exams.some(({ text }) => isSuccess(text)))
    .reduce((sum, { charged }) => sum + Math.round(charged * 100), 0) / 100;

interface SumProps {
  label: string;
  value: string;
  isTotal?: boolean;
  isBad?: boolean;
}

export const Sum = ({ label, value, isTotal = false, isBad = false }: SumProps) => (
  <>
    <dt>{label}</dt>
    <dd className={[isTotal && classes.total, isBad && classes.bad].filter(Boolean).join(' ')}>
      {value}
    </dd>
  </>
);
