import { Anchor, Button, Text } from '@mantine/core';
import { IconExternalLink, IconMailCheck } from '@tabler/icons-react';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { webmailOf } from './webmail.ts';

interface MailSentCardProps {
  title: string;
  /** What the server said. */
  message: string;
  email: string;
  /** How often the mail was asked for. */
  times: number;
  busy: boolean;
  error: Error | null;
  onAgain: () => void;
  onOtherAddress: () => void;
}

/** After a mail was sent: where to, how to read it, and what to do when it does not come. */
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
        It went to <b>{email}</b>. It can take a minute; please look in the spam folder too.
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
          Open {webmail.name}
        </Button>
      )}
      <Button variant="default" size="md" fullWidth loading={busy} onClick={onAgain}>
        Send again
      </Button>
      <CallError error={error} />
      <Text c="dimmed" size="sm" role="status">
        {times > 1 && !busy && !error ? 'The mail was sent again. ' : ''}
        <Anchor component="button" type="button" size="sm" onClick={onOtherAddress}>
          Wrong address?
        </Anchor>
      </Text>
    </SignInCard>
  );
}
