import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDialogAddress } from '../../shared/dialogs/dialog-history.tsx';
import { tableDay, tableDayOf } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import type { InfoTransaction } from './api.ts';
import classes from './info.module.css';
import { RefundModal } from './refund-modal.tsx';
import { Section } from './section.tsx';

const signed = (credits: number): string =>
  credits > 0 ? `+${credits}` : String(credits).replace('-', '−');

/** The outcome of a refund, stored with its row. */
interface Outcome {
  message?: string;
  error?: string;
}
interface SectionRequest {
  row: InfoTransaction;
  waived: boolean;
}

/** The one package that can go back without a further question. */
function onlyRefundable(transactions: readonly InfoTransaction[]): SectionRequest | null {
  const [only, ...others] = transactions.filter(({ refundButton }) => refundButton !== null);
  if (!only || others.length > 0 || only.refundButton === 'choice') return null;
  return { row: only, waived: false };
}

/** Every movement of the student's credits, and the way back of packages.. */
export function TransactionsSection({
  transactions,
}: {
  transactions: readonly InfoTransaction[];
}) {
  const [pressed, setPressed] = useState<SectionRequest | null>(null);
  // `?dialog=refund`: the only package that can go back
  const address = useDialogAddress();
  const isLinked = address.shown?.name === 'refund';
  const refunding = pressed ?? (isLinked ? onlyRefundable(transactions) : null);
  const close = () => {
    setPressed(null);
    if (isLinked) address.close();
  };
  const leave = useRef(address.close);
  useEffect(() => {
    leave.current = address.close;
  });
  const isIdle = isLinked && refunding === null;
  useEffect(() => {
    if (isIdle) leave.current();
  }, [isIdle]);
  const [outcomes, setOutcomes] = useState<Readonly<Record<number, Outcome>>>({});
  const outcomeOf = ({ packageId, transaction_type }: InfoTransaction): Outcome =>
    (transaction_type === 'P' && packageId !== null && outcomes[packageId]) || {};
  const note = (outcome: Outcome) => {
    const id = refunding?.row.packageId;
    if (id !== null && id !== undefined) setOutcomes((all) => ({ ...all, [id]: outcome }));
    close();
  };
  const columns: readonly Column<InfoTransaction>[] = [
    { id: 'date', title: 'Date', text: (row) => tableDayOf(row.transaction_date) },
    {
      id: 'type',
      title: 'Type',
      text: (row) => row.transactiontype,
      cell: (row) => (
        <>
          {row.transactiontype}
          {outcomeOf(row).message && (
            <output className={`${classes.wrapped} ${classes.below} ${classes.good}`}>
              {outcomeOf(row).message}
            </output>
          )}
        </>
      ),
    },
    { id: 'package', title: 'Package', text: (row) => row.CreditsPackageType ?? 'Credits' },
    {
      id: 'actions',
      title: 'Actions',
      text: () => '',
      cell: (row) => <RefundButton row={row} onAsk={(waived) => setPressed({ row, waived })} />,
    },
    { id: 'exam', title: 'Exam', text: (row) => row.Exam ?? '' },
    {
      id: 'credits',
      title: 'Credits',
      numeric: true,
      text: (row) => signed(row.credit_amount),
      cell: (row) => {
        const { error } = outcomeOf(row);
        if (!error) return signed(row.credit_amount);
        return (
          <span role="alert" className={`${classes.wrapped} ${classes.bad}`}>
            Error: {error}
          </span>
        );
      },
    },
    { id: 'balance', title: 'Balance', numeric: true, text: (row) => String(row.balance) },
    { id: 'purchased', title: 'Purchased', numeric: true, text: (row) => `${row.Purchased ?? ''}` },
    {
      id: 'price',
      title: 'Price',
      numeric: true,
      text: (row) =>
        row.transaction_type === 'P' && row.packageTupePurchasePrice !== null
          ? money(row.packageTupePurchasePrice)
          : '',
    },
    {
      id: 'refunded',
      title: 'Refund date',
      text: (row) =>
        row.transaction_type === 'P' && row.refund_date ? tableDay(row.refund_date) : '',
    },
  ];
  return (
    <Section title="Transaction logs" count={transactions.length}>
      <PlainTable
        title="Transaction logs"
        hideTitle
        columns={columns}
        rows={transactions}
        // rows of one moment differ in their package or in the balance after them
        keyOf={(row) =>
          [row.transaction_date, row.transaction_type, row.packageId, row.balance].join()
        }
        empty="No transactions."
      />
      {refunding && (
        <RefundModal
          row={refunding.row}
          waived={refunding.waived}
          onClose={close}
          onDone={(message) => note({ message })}
          onFailed={(error) => note({ error })}
        />
      )}
    </Section>
  );
}

/** 'refund', 'remove', or tech support's choice about the proctor fees.. */
function RefundButton({ row, onAsk }: { row: InfoTransaction; onAsk: (waived: boolean) => void }) {
  const name = row.CreditsPackageType ?? 'credits';
  if (row.refundButton === null) return null;
  if (row.refundButton !== 'choice')
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        color="garnet"
        aria-label={`${row.refundButton} ${name}`}
        onClick={() => onAsk(false)}
      >
        {row.refundButton}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          color="garnet"
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" />}
          aria-label={`refund ${name}`}
        >
          refund
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk(false)}>charge proctor fees</Menu.Item>
        <Menu.Item onClick={() => onAsk(true)}>do not charge proctor fees</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
