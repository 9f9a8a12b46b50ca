import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { leftToRight } from '../shared/language/locale.ts';
import { office, phoneLink } from '../shared/office/office.ts';

/** M-18 of a self sign-up: says that a record exists, and nothing about whose it is. R-051. */
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
      title={t`Already on record`}
      opened={opened}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
          <Button component={Link} to="/login" replace>
            <Trans>Go to login</Trans>
          </Button>
        </>
      }
    >
      <Text>{message}</Text>
      <Text mt="sm">
        <Trans>
          If this is you, create your online account on the login page, under 'New here?'. If it is
          not, please call the office:{' '}
          <Anchor href={phoneLink(office.phone)}>{leftToRight(office.phone)}</Anchor>.
        </Trans>
      </Text>
    </ModalFrame>
  );
}
