import { Button, Pagination, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DELIVERY_STATES } from '@portal/contract/webhooks';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { choicesOf, oneOf, textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { CallError, RowSkeletons } from '../shared/ui/feedback.tsx';
import { deliveriesCall, redeliverCall, useDeliveries, type Webhook, webhooksCall } from './api.ts';
import { Delivery } from './delivery.tsx';
import { DELIVERY_WORDS } from './webhook-words.ts';
import classes from './webhooks.module.css';

const PAGE_SIZE = 20;
const DAY = 86_400_000;
/** The start of the period whose failed deliveries are sent again. */
const SINCES = [
  { value: '1', label: 'the last day' },
  { value: '7', label: 'the last 7 days' },
  { value: '30', label: 'the last 30 days' },
];
/** A little later than the server's own limit of 30 days. */
const MINUTE = 60_000;

type State = (typeof DELIVERY_STATES)[number];
const stateWords = Object.fromEntries(
  Object.entries(DELIVERY_WORDS).map(([state, { word }]) => [state, word]),
) as Record<State, string>;

/**
 * The deliveries to an address, newest first, with 'Send again' for one and for all failed ones.
 */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { webhookId, active } = webhook;
  const [state, setState] = useState<State | null>(null);
  const [page, setPage] = useState(1);
  const [days, setDays] = useState('1');
  const answer = useDeliveries({
    webhookId,
    page,
    pageSize: PAGE_SIZE,
    ...(state === null ? {} : { state }),
  });
  const again = useCommand(redeliverCall, {
    refreshes: [deliveriesCall, webhooksCall],
    onDone: ({ queued }) =>
      notifications.show({
        message: queued === 0 ? 'Nothing failed in that time.' : `${queued} will be sent again.`,
      }),
  });
  const failedSince = () =>
    again.mutate({
      webhookId,
      since: new Date(Date.now() - Number(days) * DAY + MINUTE).toISOString(),
    });
  const show = (chosen: State | null) => {
    setState(chosen);
    setPage(1);
  };
  const { data } = answer;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  return (
    <section className={classes.deliveries} aria-label={`Deliveries to ${webhook.url}`}>
      <div className={classes.tools}>
        <div className={classes.actions} style={{ alignItems: 'flex-end' }}>
          <Select
            label="State"
            placeholder="All"
            clearable
            w={180}
            data={choicesOf(stateWords)}
            value={state}
            onChange={(chosen) => show(chosen as State | null)}
          />
          <FiltersMenu
            table="webhook-deliveries"
            query={{ state }}
            onApply={(saved) => show(oneOf(stateWords, textsIn(saved, ['state']).state) ?? null)}
          />
        </div>
        {active && (
          <div className={classes.actions} style={{ alignItems: 'flex-end' }}>
            <Select
              label="Failed within"
              w={180}
              allowDeselect={false}
              data={SINCES}
              value={days}
              onChange={(chosen) => setDays(chosen ?? '1')}
            />
            <Button variant="default" loading={again.isPending} onClick={failedSince}>
              Send all failed again
            </Button>
          </div>
        )}
      </div>
      <CallError error={again.error} />
      {data ? (
        <>
          {data.items.length === 0 && <p className={classes.description}>No deliveries.</p>}
          {data.items.map((delivery) => (
            <Delivery
              key={delivery.deliveryId}
              delivery={delivery}
              mayResend={active}
              isSending={again.isPending && again.variables.deliveryId === delivery.deliveryId}
              onSendAgain={() => again.mutate({ deliveryId: delivery.deliveryId })}
            />
          ))}
          {pages > 1 && (
            <Pagination
              total={Math.min(pages, 200)}
              value={page}
              onChange={setPage}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            />
          )}
        </>
      ) : answer.error ? (
        <CallError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <RowSkeletons count={3} />
      )}
    </section>
  );
}
