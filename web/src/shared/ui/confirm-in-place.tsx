import { Button, Group, Text } from '@mantine/core';

interface ConfirmInPlaceProps {
  question: string;
  /** The label of the button that changes nothing; it has the focus. */
  keep: string;
  /** The label of the button that makes the change. */
  confirm: string;
  isPending: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks for the confirmation of a change, in the place of the button that was pressed. */
export function ConfirmInPlace({ question, isPending, onKeep, ...props }: ConfirmInPlaceProps) {
  return (
    <Group gap="xs">
      <Text>{question}</Text>
      <Button variant="default" onClick={onKeep} data-autofocus autoFocus>
        {props.keep}
      </Button>
      <Button color="garnet" variant="subtle" loading={isPending} onClick={props.onConfirm}>
        {props.confirm}
      </Button>
    </Group>
  );
}
