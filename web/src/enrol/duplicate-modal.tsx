import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { office, phoneLink } from '../shared/office/office.ts';

/** M-18 for who signs up alone: says that somebody is on record, and nothing of whom. R-051. */
export function DuplicateModal({
  opened,
  message,
  onClose,
}: {
  opened: boolean;
  message: string;
  onClose: () => void;
}) {
  return (
    <ModalFrame
      title="Already on record"
      opened={opened}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
          <Button component={Link} to="/login" replace>
            Go to login
          </Button>
        </>
      }
    >
      <Text>{message}</Text>
      <Text mt="sm">
        If this is you, create your online account on the login page, under 'New here?'. If it is
        not, please call the office: <Anchor href={phoneLink(office.phone)}>{office.phone}</Anchor>.
      </Text>
    </ModalFrame>
  );
}
