import { Badge, Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { instantText } from '../shared/format/dates.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import type { Webhook } from './api.ts';
import { lastSuccessText, stateOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

interface WebhookCardProps {
  webhook: Webhook;
  isOpen: boolean;
  isTesting: boolean;
  onDeliveries: () => void;
  onTest: () => void;
  onEdit: () => void;
  onRotate: () => void;
  onRemove: () => void;
  /** The content that opens below. */
  children?: ReactNode;
}

/** An address: its state, its events, and its actions. */
export function WebhookCard({ webhook, isOpen, isTesting, children, ...on }: WebhookCardProps) {
  const { tone, icon, words } = stateOf(webhook);
  const { url, description, events, failing, secretEnds, oldSecretUntil, createdBy } = webhook;
  return (
    <article className={classes.card} aria-label={url}>
      <div className={classes.head}>
        <Title order={2} size="h4" className={classes.url}>
          {url}
        </Title>
        <ToneBadge tone={tone} icon={icon}>
          {words}
        </ToneBadge>
      </div>
      {description !== null && <p className={classes.description}>{description}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>Events</dt>
          <dd className={classes.events}>
            {events.map((event) => (
              <Badge key={event} variant="default" tt="none" fw={500}>
                {event}
              </Badge>
            ))}
          </dd>
        </div>
        <div>
          <dt>Last success</dt>
          <dd>{lastSuccessText(webhook)}</dd>
        </div>
        <div>
          <dt>Not delivered</dt>
          <dd className="num">{failing}</dd>
        </div>
        <div>
          <dt>Secret</dt>
          <dd>
            ends in <code>{secretEnds}</code>
            {oldSecretUntil !== null && <>; the old one until {instantText(oldSecretUntil)}</>}
          </dd>
        </div>
        <div>
          <dt>Added</dt>
          <dd>
            {instantText(webhook.createdAt)} by <bdi>{createdBy}</bdi>
          </dd>
        </div>
      </dl>
      <div className={classes.actions}>
        <Button variant="default" aria-expanded={isOpen} onClick={on.onDeliveries}>
          Deliveries
        </Button>
        <Button
          variant="default"
          disabled={!webhook.active}
          loading={isTesting}
          onClick={on.onTest}
        >
          Send test
        </Button>
        <Button variant="default" onClick={on.onEdit}>
          Edit
        </Button>
        <Button variant="default" disabled={oldSecretUntil !== null} onClick={on.onRotate}>
          Rotate secret
        </Button>
        <Button variant="subtle" color="garnet" onClick={on.onRemove}>
          Remove
        </Button>
      </div>
      {children}
    </article>
  );
}
