import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { BlockSkeleton, CallError, Empty } from '../shared/ui/feedback.tsx';
import { deliveriesCall, redeliverCall, useWebhooks, type Webhook, webhooksCall } from './api.ts';
import { AskModal } from './ask-modal.tsx';
import { Deliveries } from './deliveries.tsx';
import { SecretModal } from './secret-modal.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookModal } from './webhook-modal.tsx';
import classes from './webhooks.module.css';

type DialogRequest =
  | { kind: 'edit'; webhook: Webhook | null }
  | { kind: 'rotate' | 'remove'; webhook: Webhook }
  | { kind: 'secret'; secret: string };

/** O-12: the addresses that receive webhooks, kept by tech support.. */
export function WebhooksPage() {
  const webhooks = useWebhooks();
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const test = useCommand(redeliverCall, {
    refreshes: [deliveriesCall, webhooksCall],
    onDone: (_answer, { webhookId = null }) => {
      notifications.show({ message: 'A test was sent.' });
      setOpen(webhookId);
    },
  });
  const close = () => setRequest(null);
  const onSecret = (secret: string) => setRequest({ kind: 'secret', secret });
  const list = webhooks.data?.webhooks;
  return (
    <StaffPage
      title="Webhooks"
      actions={
        <Button
          leftSection={<IconPlus size={16} stroke={1.8} />}
          onClick={() => setRequest({ kind: 'edit', webhook: null })}
        >
          Add address
        </Button>
      }
    >
      <CallError error={test.error} />
      {list ? (
        <div className={classes.list}>
          {list.length === 0 && (
            <Empty icon={IconWebhook} text="No address is told of events yet." />
          )}
          {list.map((webhook) => (
            <WebhookCard
              key={webhook.webhookId}
              webhook={webhook}
              isOpen={open === webhook.webhookId}
              isTesting={test.isPending && test.variables.webhookId === webhook.webhookId}
              onDeliveries={() => setOpen(open === webhook.webhookId ? null : webhook.webhookId)}
              onTest={() => test.mutate({ webhookId: webhook.webhookId, test: true })}
              onEdit={() => setRequest({ kind: 'edit', webhook })}
              onRotate={() => setRequest({ kind: 'rotate', webhook })}
              onRemove={() => {
                // a removed address has no deliveries to load
                setOpen(null);
                setRequest({ kind: 'remove', webhook });
              }}
            >
              {open === webhook.webhookId && <Deliveries webhook={webhook} />}
            </WebhookCard>
          ))}
        </div>
      ) : webhooks.error ? (
        <CallError error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : (
        <BlockSkeleton height={240} />
      )}
      {request?.kind === 'edit' && (
        <WebhookModal webhook={request.webhook} onClose={close} onSecret={onSecret} />
      )}
      {(request?.kind === 'rotate' || request?.kind === 'remove') && (
        <AskModal
          webhook={request.webhook}
          what={request.kind}
          onClose={close}
          onSecret={onSecret}
        />
      )}
      {request?.kind === 'secret' && <SecretModal secret={request.secret} onClose={close} />}
    </StaffPage>
  );
}
