import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Select, Text, Title } from '@mantine/core';
import { receiptYears } from '@portal/contract/payments/receipt-years';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { readFile } from '../../shared/api/read-stream.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { ownReceiptCall, paymentReceiptCall } from '../api.ts';
import { useOwnPayments } from './own-payments.ts';
import { PaymentRow } from './payment-row.tsx';
import classes from './payments.module.css';
import { useDownload } from './use-download.ts';

const YEAR = 'year';

/** The student's payments and refunds, newest first, with receipts of payments and years. */
export function PaymentsCard() {
  const payments = useOwnPayments();
  const download = useDownload();
  const years = receiptYears(new Date()).map(String);
  const [year, setYear] = useState(years[0] ?? '');
  if (payments.isPending) return <BlockSkeleton height={260} />;
  const rows = payments.data?.pages.flatMap((page) => page.payments) ?? [];
  return (
    <Card component="section" aria-labelledby="account-payments">
      <Title order={2} id="account-payments">
        <Trans>Payments</Trans>
      </Title>
      <CallError
        error={payments.error}
        onRetry={() =>
          void (payments.isFetchNextPageError ? payments.fetchNextPage() : payments.refetch())
        }
        busy={payments.isFetching}
      />
      {payments.data && rows.length === 0 && (
        <Text c="dimmed" my="sm">
          <Trans>No payments yet.</Trans>
        </Text>
      )}
      {rows.length > 0 && (
        <ul className={classes.payments} aria-labelledby="account-payments">
          {rows.map((payment, at) => (
            <PaymentRow
              // several refunds of one payment may be of one moment
              // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order, have no state
              key={`${payment.paymentId} ${payment.kind} ${payment.date} ${at}`}
              payment={payment}
              loading={download.busy === String(payment.paymentId)}
              disabled={download.busy !== null}
              onReceipt={() =>
                void download.start(String(payment.paymentId), () =>
                  readFile(paymentReceiptCall, { paymentId: payment.paymentId }),
                )
              }
            />
          ))}
        </ul>
      )}
      {payments.hasNextPage && (
        <Button
          variant="default"
          onClick={() => void payments.fetchNextPage()}
          loading={payments.isFetchingNextPage}
        >
          {payments.data?.pages.length === 1 ? t`Show all` : t`Show more`}
        </Button>
      )}
      {rows.length > 0 && (
        <div className={classes.year}>
          <Select
            label={t`Receipt of a year`}
            data={years}
            value={year}
            onChange={(chosen) => setYear(chosen ?? year)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            className={classes.choice ?? ''}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
            loading={download.busy === YEAR}
            disabled={download.busy !== null}
            onClick={() =>
              void download.start(YEAR, () => readFile(ownReceiptCall, { year: Number(year) }))
            }
          >
            <Trans>Download receipt</Trans>
          </Button>
        </div>
      )}
      <CallError error={download.failure} />
      <p className={classes.saved} role="status">
        {download.saved !== null && (
          <Trans>
            Downloaded <bdi>{download.saved}</bdi>
          </Trans>
        )}
      </p>
    </Card>
  );
}
