import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CallInput } from '@portal/contract/call';
import type { retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { catalogueCall, retireCall, showChanged } from './api.ts';

type RetirePart = CallInput<typeof retireFromCatalogue>['part'];

interface RetireModalProps {
  part: RetirePart;
  item: { id: number; version: number; active: boolean };
  name: string;
  onClose: () => void;
}

/** Asks before an item is retired or restored. R-557. */
export function RetireModal({ part, item, name, onClose }: RetireModalProps) {
  const client = useQueryClient();
  const retire = useCommand(retireCall, {
    refreshes: [catalogueCall],
    onDone: (answer) => {
      showChanged(client, part, answer.item);
      notifications.show({ message: `${name} ${item.active ? 'is retired' : 'is back'}.` });
      onClose();
    },
  });
  const what = item.active ? 'Retire' : 'Bring back';
  const change = () =>
    retire.mutate({ part, id: item.id, version: item.version, active: !item.active });
  return (
    <ModalFrame
      title={`${what} ${name}`}
      opened
      onClose={onClose}
      busy={retire.isPending}
      foot={
        <>
          <Button variant="default" disabled={retire.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button loading={retire.isPending} onClick={change}>
            {what}
          </Button>
        </>
      }
    >
      <Text>
        {item.active
          ? 'It is no more offered. What was sold, booked or graded goes on, and it can be ' +
            'brought back.'
          : 'It is offered again, as it was.'}
      </Text>
      <CallError error={retire.error} />
    </ModalFrame>
  );
}
