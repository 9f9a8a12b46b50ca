import { Button, Group, Stack, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import { IconAlertTriangle, IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { instantText, longDayText } from '../shared/format/dates.ts';
import { money } from '../shared/format/money.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { BlockSkeleton, CallError, Empty, Note } from '../shared/ui/feedback.tsx';
import {
  type Difference,
  type MendAction,
  type SettledBatch,
  type SettledDay,
  useSettledDay,
} from './api.ts';
import { CompareButton } from './compare-button.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { MendModal } from './mend-modal.tsx';
import classes from './reconciliation.module.css';
import { SignModal } from './sign-modal.tsx';
import { DayBadge } from './state-badge.tsx';

const batchColumns: readonly Column<SettledBatch>[] = [
  { id: 'batch', title: 'Batch', text: ({ batchId }) => batchId },
  { id: 'settled', title: 'Settled', text: ({ settledAt }) => instantText(settledAt) },
  { id: 'count', title: 'Count', numeric: true, text: ({ count }) => String(count) },
  { id: 'amount', title: 'Amount', numeric: true, text: ({ amount }) => money(amount) },
];

const sumColumns: readonly Column<{ name: string; there: number; here: number }>[] = [
  { id: 'name', title: 'Sum of', text: ({ name }) => name },
  {
    id: 'there',
    title: 'At the processor',
    numeric: true,
    text: ({ there }) => money(there),
  },
  { id: 'here', title: 'In the ledger', numeric: true, text: ({ here }) => money(here) },
];

interface Opened {
  difference: Difference;
  actions: readonly MendAction[];
}

/** O-11: a settled day of a merchant account, its differences and their corrections. */
export function SettledDayPage() {
  const { date = '', account = '' } = useParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isSigning, setSigning] = useState(false);
  const [failed, setFailed] = useState<Error | null>(null);
  const answer = useSettledDay({ date, account: account as SettledDay['account'] });
  const day = answer.data?.days[0];
  const differences = answer.data?.differences ?? [];
  const batches = answer.data?.batches ?? [];
  const maySign = can(readSession(), 'reconciliation.sign');
  const title = /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${longDayText(date)}, ${account}` : 'Payments';
  return (
    <StaffPage
      title={title}
      above={[{ to: '/admin/payments', label: 'Payments' }]}
      actions={
        day && (
          <>
            <CompareButton day={day} onError={setFailed} />
            {maySign && day.state !== 'signed' && (
              <Button
                leftSection={<IconLock size={18} stroke={1.8} />}
                disabled={day.open > 0 || day.state === 'not_compared' || day.running}
                onClick={() => setSigning(true)}
              >
                Sign day
              </Button>
            )}
          </>
        )
      }
    >
      <CallError error={failed} />
      {!day && answer.isPending && <BlockSkeleton />}
      {!answer.data && answer.error && (
        <CallError
          error={answer.error}
          onRetry={() => void answer.refetch()}
          busy={answer.isFetching}
        />
      )}
      {answer.data && !day && <Text>This day is not over.</Text>}
      {day && (
        <Stack gap="lg">
          <DayFacts day={day} />
          {maySign && day.open > 0 && (
            <Text c="dimmed">The day can be signed once no difference is open.</Text>
          )}
          {differences.length > 0 && (
            <section aria-labelledby="differences">
              <h2 id="differences" className={classes.heading}>
                Differences <span className="num">{day.differences}</span>
              </h2>
              <ul className={classes.cards}>
                {differences.map((difference) => (
                  <li key={difference.differenceId}>
                    <DifferenceCard
                      difference={difference}
                      onOpen={(actions) => setOpened({ difference, actions })}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {differences.length === 0 && day.state !== 'not_compared' && (
            <Empty icon={IconCircleCheck} text="Everything matches." />
          )}
          {day.state !== 'not_compared' && (
            <PlainTable
              title="Batches"
              columns={batchColumns}
              rows={batches}
              keyOf={({ batchId }) => batchId}
              empty="Nothing was settled on this day."
            />
          )}
        </Stack>
      )}
      {opened && <MendModal {...opened} onClose={() => setOpened(null)} />}
      {isSigning && day && <SignModal day={day} onClose={() => setSigning(false)} />}
    </StaffPage>
  );
}

/** The state of a day, and the sums of both sides. */
function DayFacts({ day }: { day: SettledDay }) {
  const { charges, chargesHere, refunds, refundsHere, matched, lastRun, failedAt } = day;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <DayBadge state={day.state} />
        <Text c="dimmed">
          {lastRun ? `Compared ${instantText(lastRun)}. ${matched} matched.` : 'Not compared yet.'}
        </Text>
      </Group>
      {failedAt && (
        <Note tone="brass" icon={IconAlertTriangle}>
          {`The card processor could not be asked (${instantText(failedAt)}). Please try again.`}
        </Note>
      )}
      {day.state === 'signed' && (
        <Note tone="lapis" icon={IconLock}>
          {`Signed by ${day.signedBy}, ${instantText(day.signedAt ?? '')}: ${day.comment}`}
        </Note>
      )}
      {lastRun && (
        <PlainTable
          title="Sums"
          hideTitle
          columns={sumColumns}
          rows={[
            { name: 'Charges', there: charges, here: chargesHere },
            { name: 'Refunds', there: refunds, here: refundsHere },
          ]}
          keyOf={({ name }) => name}
          empty=""
        />
      )}
    </Stack>
  );
}
