import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import type { CreditMovement } from '@portal/contract/payments/credit-history';
import { IconChartDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '../../shared/api/calls.ts';
import { creditHistoryCall } from '../../shared/api/student.ts';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { dayText } from '../../shared/format/dates.ts';
import { creditsText } from '../../shared/format/money.ts';
import { leftToRight } from '../../shared/language/locale.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import classes from './credit-history.module.css';

const LinePlot = lazyDialog(async () => (await import('../../shared/plot/line-plot.tsx')).LinePlot);

/** The number of rows shown at first. */
const FEW = 6;
/** The least number of points at which a line shows more than the rows. */
const MIN_POINTS = 3;

const dayOf = ({ date }: CreditMovement): string => dayText(newYorkDay(new Date(date)));
const signed = (credits: number): string =>
  leftToRight(credits > 0 ? `+${credits}` : String(credits).replace('-', '−'));
const whatOf = ({ exam, package: name }: CreditMovement): string =>
  exam ?? name ?? t`Single credits`;

/** Credits received and spent, newest first, with the balance after each; on request as a plot. */
export function CreditHistoryCard() {
  const history = useAnswer(creditHistoryCall, {});
  const [all, setAll] = useState(false);
  const [plot, setPlot] = useState(false);
  if (history.isPending) return <BlockSkeleton height={320} />;
  const movements = history.data?.movements ?? [];
  const shown = all ? movements : movements.slice(0, FEW);
  const [newest] = movements;
  return (
    <Card component="section" aria-labelledby="account-credit-history">
      <Title order={2} id="account-credit-history" mb="sm">
        <Trans>Credit history</Trans>
      </Title>
      <CallError
        error={history.error}
        onRetry={() => void history.refetch()}
        busy={history.isFetching}
      />
      {history.data && movements.length === 0 && (
        <Text c="dimmed">
          <Trans>No credits yet.</Trans>
        </Text>
      )}
      {shown.length > 0 && (
        <table className={classes.history} aria-labelledby="account-credit-history">
          <thead>
            <tr>
              <th scope="col">
                <Trans>What</Trans>
              </th>
              <th scope="col">
                <Trans>Credits</Trans>
              </th>
              <th scope="col">
                <Trans>Balance</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((movement, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal rows exist; no state
              <tr key={`${movement.date} ${at}`}>
                <td>
                  {whatOf(movement)}
                  <span className={classes.note}>
                    {movement.kind}, {dayOf(movement)}
                  </span>
                </td>
                <td className="num" data-plus={movement.credits > 0 || undefined}>
                  {signed(movement.credits)}
                </td>
                <td className="num">{movement.balance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plot && newest && (
        <LinePlot
          name={t`Balance`}
          label={t`Credits held after ${movements.length} movements, ${creditsText(newest.balance)} now`}
          points={movements.toReversed().map((movement) => ({
            when: dayOf(movement),
            value: movement.balance,
            note: whatOf(movement),
          }))}
          steps
          onClose={() => setPlot(false)}
        />
      )}
      {movements.length > 0 && (
        <div className={classes.buttons}>
          {movements.length > shown.length && (
            <Button variant="default" onClick={() => setAll(true)}>
              <Trans>Show all {movements.length}</Trans>
            </Button>
          )}
          {movements.length >= MIN_POINTS && (
            <Button
              variant="default"
              leftSection={<IconChartDots size={18} stroke={1.8} aria-hidden="true" />}
              aria-expanded={plot}
              onClick={() => setPlot(!plot)}
            >
              <Trans>Balance over time</Trans>
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
