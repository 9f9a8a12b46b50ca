import { Trans } from '@lingui/react/macro';
import { Alert, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './feedback.module.css';
import { ServerText } from './server-text.tsx';
import type { Tone } from './tone-badge.tsx';

/** Returns true after the delay, so that a quick load shows no skeleton at all. */
export function useLate(ms = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}

/**
 * Shown in place of content that is loading; announces it to a screen reader, and appears after 150
 * ms. Its space is reserved from the start.
 */
export function Loading({ children }: { children: ReactNode }) {
  const late = useLate();
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>
        <Trans>Loading</Trans>
      </VisuallyHidden>
      <div aria-hidden="true" style={late ? undefined : { visibility: 'hidden' }}>
        {children}
      </div>
    </div>
  );
}

/** Rows of a list: the exam list has 8, other lists 5. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <Loading>
      <div className={classes.rows}>
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <div className={classes.row} key={row}>
            <Skeleton w={40} h={40} radius="md" />
            <div className={classes.grow}>
              <Skeleton h={14} w="45%" />
              <Skeleton h={12} w="25%" />
            </div>
            <Skeleton h={36} w={88} radius="md" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** One card or block of a page; `height` in pixels, or as CSS has it. */
export function BlockSkeleton({ height = 160 }: { height?: number | string }) {
  return (
    <Loading>
      <Skeleton h={height} radius="lg" />
    </Loading>
  );
}

interface CallErrorProps {
  /** Nothing is shown without one. */
  error: Error | null | undefined;
  /** Shows 'Try again'. */
  onRetry?: (() => void) | undefined;
  busy?: boolean;
  /** Text before the message, as 'Error: ' on the exam list. */
  prefix?: string;
}

/**
 * The error area: the call's sentence in garnet, with 'Try again' when there is something to try.
 */
export function CallError({ error, onRetry, busy = false, prefix = '' }: CallErrorProps) {
  if (!error) return null;
  return (
    <Alert color="garnet" icon={<IconAlertCircle size={20} stroke={1.8} />}>
      <Text size="md">
        <ServerText text={prefix + error.message} />
      </Text>
      <Reference of={error} />
      {onRetry && (
        <Button variant="default" size="sm" mt="sm" onClick={onRetry} loading={busy}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Alert>
  );
}

/**
 * The id by which support finds the failure, below an error that is no refusal. `requestId` is the
 * id of a page that failed.
 */
function Reference({ of: error }: { of: Error & { requestId?: string | undefined } }) {
  if (!error.requestId) return null;
  return (
    <Text size="sm" mt={4}>
      <Trans>Reference for support:</Trans>{' '}
      <bdi className={classes.reference}>{error.requestId}</bdi>
    </Text>
  );
}

/** A list without anything in it: icon, the exact sentence, and the next step if there is one. */
export function Empty({
  icon: Icon,
  text,
  action,
}: {
  icon: TablerIcon;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <Icon size={40} stroke={1.5} aria-hidden="true" />
      <Text c="inherit">{text}</Text>
      {action}
    </div>
  );
}

/** A refresh that keeps the old content in view. */
export function RefreshBar({ active }: { active: boolean }) {
  return active ? <div className={classes.bar} aria-hidden="true" /> : null;
}

/** A sentence in a tone: brass for pending, teal for online, moss for done. */
export function Note({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon: TablerIcon;
  children: ReactNode;
}) {
  return (
    <div
      className={classes.note}
      style={{ background: `var(--jse-${tone}-bg)`, color: `var(--jse-${tone}-fg)` }}
    >
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

/** The outcome, in the place of the form; takes the focus, so that a screen reader reads it. */
export function Outcome({ children }: { children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className={classes.outcome} role="status">
      {children}
    </div>
  );
}
