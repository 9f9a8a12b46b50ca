import { Button, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { differenceKinds } from '../shared/format/difference-kinds.ts';
import { money } from '../shared/format/money.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { type Difference, type MendAction, mendCall, reconciliationCall } from './api.ts';
import { differenceOf, mendTexts } from './words.ts';

interface MendModalProps {
  difference: Difference;
  /** The offered corrections; the first is preselected. */
  actions: readonly MendAction[];
  onClose: () => void;
}

/** Error codes after which the shown data is outdated. */
const OUTDATED = ['already_mended', 'action_not_allowed', 'amount_changed', 'charge_unknown'];

/** OM-16: a difference is explained or mended, once. */
export function MendModal({ difference, actions, onClose }: MendModalProps) {
  const [chosen, setChosen] = useState<MendAction>(actions[0] ?? 'explain');
  const [comment, setComment] = useState('');
  const cents = differenceOf(difference);
  const mend = useCommand(mendCall, {
    refreshes: [reconciliationCall],
    onDone: () => {
      notifications.show({
        message:
          chosen === 'explain' ? 'The difference was explained.' : 'The difference was mended.',
      });
      onClose();
    },
  });
  const isOutdated = OUTDATED.includes(mend.error?.code ?? '');
  const title = chosen === 'explain' ? 'Explain' : 'Mend';
  const send = () =>
    mend.mutate({
      differenceId: difference.differenceId,
      action: chosen,
      comment: comment.trim(),
      ...(chosen === 'adjust' ? { amount: cents } : {}),
    });
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      busy={mend.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" disabled={mend.isPending} onClick={onClose}>
            {isOutdated ? 'Close' : 'Cancel'}
          </Button>
          <Button
            disabled={comment.trim().length < 3 || isOutdated}
            loading={mend.isPending}
            onClick={send}
          >
            {mendTexts[chosen].label}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text>{`${differenceKinds[difference.kind]}: ${money(cents)}`}</Text>
        {actions.length > 1 ? (
          <Radio.Group
            label="How"
            value={chosen}
            onChange={(value) => setChosen(value as MendAction)}
          >
            <Stack gap="xs" mt={4}>
              {actions.map((action) => (
                <Radio
                  key={action}
                  value={action}
                  label={mendTexts[action].label}
                  description={mendTexts[action].says}
                />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Text c="dimmed">{mendTexts[chosen].says}</Text>
        )}
        <Textarea
          label="Comment"
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <CallError error={mend.error} />
      </Stack>
    </ModalFrame>
  );
}
