import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { WEBHOOK_EVENTS } from '@portal/contract/webhooks';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { saveWebhookCall, type Webhook, webhooksCall } from './api.ts';

const FORM = 'webhook';
type Event = (typeof WEBHOOK_EVENTS)[number];

interface WebhookModalProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** A new address has a secret, which is shown once. */
  onSecret: (secret: string) => void;
}

/** A replay has no secret: the connection broke before the first answer came. */
const addedText = (secret: string | null): string =>
  secret === null
    ? 'The address was added, but its secret did not reach this page. Please rotate the secret.'
    : 'The address was added.';

/** Edits an address and its events. Remount it for each address. */
export function WebhookModal({ webhook, onClose, onSecret }: WebhookModalProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<string[]>(webhook?.events ?? []);
  const [active, setActive] = useState(webhook?.active ?? true);
  const save = useCommand(saveWebhookCall, {
    refreshes: [webhooksCall],
    onDone: ({ secret }) => {
      notifications.show({ message: webhook ? 'The address was saved.' : addedText(secret) });
      onClose();
      if (secret !== null) onSecret(secret);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      ...(webhook ? { webhookId: webhook.webhookId } : {}),
      url: url.trim(),
      events: events as Event[],
      active,
      description: description.trim() || null,
    });
  };
  const isUrlWrong = save.error?.problem.code === 'url_not_allowed';
  return (
    <ModalFrame
      title={webhook ? 'Edit address' : 'Add address'}
      opened
      onClose={onClose}
      busy={save.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM}
            disabled={url.trim() === '' || events.length === 0}
            loading={save.isPending}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Address"
            withAsterisk
            data-autofocus
            description="https, port 443, a host of the public internet"
            placeholder="https://example.com/webhooks"
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={isUrlWrong ? save.error?.message : null}
          />
          <TextInput
            label="Description"
            description="Optional: whose it is, and whom to ask"
            autoComplete="off"
            maxLength={200}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Checkbox.Group label="Events" withAsterisk value={events} onChange={setEvents}>
            <Stack gap="xs" mt="xs">
              {WEBHOOK_EVENTS.map((event) => (
                <Checkbox key={event} value={event} label={event} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox
            label="On"
            description="While it is off nothing is sent, and what waits is dropped."
            checked={active}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
          <CallError error={isUrlWrong ? null : save.error} />
        </Stack>
      </form>
    </ModalFrame>
  );
}
