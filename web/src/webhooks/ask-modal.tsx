import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { WEBHOOK_EVENTS } from '@portal/contract/webhooks';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { saveWebhookCall, type Webhook, webhooksCall } from './api.ts';

const WORDS = {
  rotate: {
    title: 'Rotate secret',
    text:
      'The address gets a new secret, which is shown once. For 24 hours webhooks are signed ' +
      'with both, so that the receiver has the time to change.',
    done: 'The secret was rotated.',
  },
  remove: {
    title: 'Remove address',
    text: 'Nothing is sent to it any more, and what waits is dropped.',
    done: 'The address was removed.',
  },
} as const;

/** A replay has no secret: the connection broke before the first answer came. */
const LOST =
  'The secret was rotated, but did not reach this page. Please remove the address and add it ' +
  'again.';

interface AskModalProps {
  webhook: Webhook;
  what: keyof typeof WORDS;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

/** Asks before an address gets another secret, or goes. */
export function AskModal({ webhook, what, onClose, onSecret }: AskModalProps) {
  const { title, text, done } = WORDS[what];
  const save = useCommand(saveWebhookCall, {
    refreshes: [webhooksCall],
    onDone: ({ secret }) => {
      notifications.show({ message: what === 'rotate' && secret === null ? LOST : done });
      onClose();
      if (secret !== null) onSecret(secret);
    },
  });
  const run = () =>
    save.mutate({
      webhookId: webhook.webhookId,
      url: webhook.url,
      active: webhook.active,
      events: webhook.events as (typeof WEBHOOK_EVENTS)[number][],
      description: webhook.description,
      ...(what === 'remove' ? { remove: true } : { rotateSecret: true }),
    });
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      busy={save.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            {...(what === 'remove' ? { color: 'garnet' } : {})}
            loading={save.isPending}
            onClick={run}
          >
            {title}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text style={{ overflowWrap: 'anywhere' }} fw={600}>
          {webhook.url}
        </Text>
        <Text>{text}</Text>
        <CallError error={save.error} />
      </Stack>
    </ModalFrame>
  );
}
