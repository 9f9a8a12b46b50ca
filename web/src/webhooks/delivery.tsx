import { Button, Collapse } from '@mantine/core';
import { useId, useState } from 'react';
import { instantText } from '../shared/format/dates.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import type { WebhookDelivery } from './api.ts';
import { attemptText, DELIVERY_WORDS, maySendAgain, triesText } from './webhook-words.ts';
import classes from './webhooks.module.css';

interface DeliveryProps {
  delivery: WebhookDelivery;
  mayResend: boolean;
  isSending: boolean;
  onSendAgain: () => void;
}

/** One delivery: event, time and outcome; its tries and its body open below. */
export function Delivery({ delivery, mayResend, isSending, onSendAgain }: DeliveryProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { event, at, state, attempts, body, messageId } = delivery;
  const { word, tone, icon } = DELIVERY_WORDS[state];
  const name = `${event}, ${instantText(at)}`;
  return (
    <article className={classes.delivery} aria-label={name}>
      <div className={classes.line}>
        <div className={classes.what}>
          {event}
          <div className={classes.dimmed}>
            {instantText(at)}, {triesText(delivery)}
          </div>
        </div>
        <ToneBadge tone={tone} icon={icon}>
          {word}
        </ToneBadge>
        <div className={classes.actions}>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Details of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Details
          </Button>
          {mayResend && maySendAgain(delivery) && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Send again ${name}`}
              loading={isSending}
              onClick={onSendAgain}
            >
              Send again
            </Button>
          )}
        </div>
      </div>
      <Collapse expanded={isOpen} id={id}>
        <div className={classes.dimmed}>Message {messageId}</div>
        {attempts.length > 0 && (
          <ol className={classes.attempts}>
            {attempts.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tries are only ever added at the end
              <li key={index}>
                {instantText(attempt.at)}: {attemptText(attempt)}
                {attempt.answer !== '' && <pre className={classes.text}>{attempt.answer}</pre>}
              </li>
            ))}
          </ol>
        )}
        {body !== null && <pre className={classes.text}>{JSON.stringify(body, null, 2)}</pre>}
      </Collapse>
    </article>
  );
}
