import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, CopyButton, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './feed.module.css';

/** An address that was just made: shown this once, to be copied or opened. */
export function FeedAddress({ url, webcal }: { url: string; webcal: string }) {
  return (
    <div className={classes.address}>
      <TextInput
        label={t`Address of your calendar feed`}
        description={t`It is shown this once.`}
        value={url}
        readOnly
        dir="ltr"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes.actions}>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              leftSection={
                copied ? (
                  <IconCheck size={18} stroke={1.8} aria-hidden="true" />
                ) : (
                  <IconCopy size={18} stroke={1.8} aria-hidden="true" />
                )
              }
              onClick={copy}
            >
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
        <Anchor href={webcal} className={classes.open ?? ''}>
          <Trans>Open in calendar</Trans>
        </Anchor>
      </div>
      <Text c="dimmed" size="sm">
        <Trans>Whoever has this address can see the sessions.</Trans>
      </Text>
    </div>
  );
}
