import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text } from '@mantine/core';
import { IconExternalLink, IconMailCheck } from '@tabler/icons-react';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { webmailOf } from './webmail.ts';

interface MailSentCardProps {
  title: string;
  /** The server's sentence. */
  message: string;
  email: string;
  /** The number of emails requested. */
  times: number;
  busy: boolean;
  error: Error | null;
  onAgain: () => void;
  onOtherAddress: () => void;
}

/** Shown after an email was sent: the address, advice for reading it, and for a missing email. */
export function MailSentCard({
  title,
  message,
  email,
  times,
  busy,
  error,
  onAgain,
  onOtherAddress,
}: MailSentCardProps) {
  const webmail = webmailOf(email);
  return (
    <SignInCard title={title} order={2}>
      <Outcome>
        <Note tone="moss" icon={IconMailCheck}>
          {message}
        </Note>
      </Outcome>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          It went to <b>{email}</b>. It can take a minute; please look in the spam folder too.
        </Trans>
      </Text>
      {webmail && (
        <Button
          component="a"
          href={webmail.address}
          target="_blank"
          rel="noopener noreferrer"
          size="md"
          fullWidth
          rightSection={<IconExternalLink size={18} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>Open {webmail.name}</Trans>
        </Button>
      )}
      <Button variant="default" size="md" fullWidth loading={busy} onClick={onAgain}>
        <Trans>Send again</Trans>
      </Button>
      <CallError error={error} />
      <Text c="dimmed" size="sm" role="status">
        {times > 1 && !busy && !error ? t`The mail was sent again. ` : ''}
        <Anchor component="button" type="button" size="sm" onClick={onOtherAddress}>
          <Trans>Wrong address?</Trans>
        </Anchor>
      </Text>
    </SignInCard>
  );
}
