import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowsDiff, IconMessage, IconTool } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { instantText } from '../shared/format/dates.ts';
import { differenceKinds } from '../shared/format/difference-kinds.ts';
import { money } from '../shared/format/money.ts';
import type { Difference, MendAction } from './api.ts';
import classes from './reconciliation.module.css';
import { DifferenceBadge } from './state-badge.tsx';
import { differenceOf, mendTexts, nameOf } from './words.ts';

interface DifferenceCardProps {
  difference: Difference;
  onOpen: (actions: readonly MendAction[]) => void;
}

const amount = (dollars: number | null): string => (dollars === null ? 'Nothing' : money(dollars));

/** One difference: both sides next to each other, the difference, and its corrections. */
export function DifferenceCard({ difference, onOpen }: DifferenceCardProps) {
  const { kind, state, there, here, paymentId, studentId, comment, by, at, action } = difference;
  const mends = difference.mends.filter((mend) => mend !== 'explain');
  const name = nameOf(difference);
  return (
    <article className={classes.card} data-over={state === 'gone' || undefined}>
      <Group justify="space-between" gap="xs">
        <h3 className={classes.kind}>
          <IconArrowsDiff size={18} stroke={1.8} aria-hidden="true" />
          {differenceKinds[kind]}
        </h3>
        <DifferenceBadge state={state} />
      </Group>
      <div className={classes.sides}>
        <div className={classes.side}>
          <span className={classes.label}>At the processor</span>
          <strong className="num">{amount(there)}</strong>
          {difference.transactionId && (
            <Text size="sm" c="dimmed">{`Transaction ${difference.transactionId}`}</Text>
          )}
        </div>
        <div className={classes.side}>
          <span className={classes.label}>In the ledger</span>
          <strong className="num">{amount(here)}</strong>
          {paymentId !== null && (
            <Text size="sm" c="dimmed">
              {`Payment ${paymentId}`}
              {studentId !== null && (
                <>
                  {', '}
                  <Anchor component={Link} to={`/admin/studentinfo/${studentId}`}>
                    {`student ${studentId}`}
                  </Anchor>
                </>
              )}
            </Text>
          )}
        </div>
        <div className={classes.side}>
          <span className={classes.label}>Difference</span>
          <strong className="num">{money(differenceOf(difference))}</strong>
          {difference.invoiceNumber && (
            <Text size="sm" c="dimmed">{`Invoice ${difference.invoiceNumber}`}</Text>
          )}
        </div>
      </div>
      {comment && (
        <Text className={classes.comment}>
          {comment}
          <Text component="span" size="sm" c="dimmed" display="block">
            {`${action ? `${mendTexts[action].label}, ` : ''}${by}, ${at ? instantText(at) : ''}`}
          </Text>
        </Text>
      )}
      {difference.mends.length > 0 && (
        <Group gap="xs">
          {difference.mends.includes('explain') && (
            <Button
              variant="default"
              leftSection={<IconMessage size={18} stroke={1.8} />}
              aria-label={`Explain ${name}`}
              onClick={() => onOpen(['explain'])}
            >
              Explain
            </Button>
          )}
          {mends.length > 0 && (
            <Button
              variant="light"
              leftSection={<IconTool size={18} stroke={1.8} />}
              aria-label={`Mend ${name}`}
              onClick={() => onOpen(mends)}
            >
              Mend
            </Button>
          )}
        </Group>
      )}
    </article>
  );
}
