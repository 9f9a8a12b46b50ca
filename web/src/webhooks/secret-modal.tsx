import { Button, CopyButton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';

/** OM-19: a secret that was just made, shown this once. */
export function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ModalFrame
      title="Secret of the address"
      opened
      onClose={onClose}
      busy // neither Escape nor Back takes it away unread
      width={640}
      foot={<Button onClick={onClose}>I have saved it</Button>}
    >
      <Stack gap="md">
        <Text>
          The receiver needs this secret to check that a webhook comes from here. It is shown this
          once.
        </Text>
        <TextInput
          label="Secret"
          value={secret}
          readOnly
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              mr="auto"
              leftSection={
                copied ? (
                  <IconCheck size={18} stroke={1.8} aria-hidden="true" />
                ) : (
                  <IconCopy size={18} stroke={1.8} aria-hidden="true" />
                )
              }
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </ModalFrame>
  );
}
