import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconEyeOff,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import { isolated } from '../language/locale.ts';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';
import classes from './result-badge.module.css';

const looks: Readonly<Record<string, { tone: Tone; icon: TablerIcon }>> = {
  Pass: { tone: 'moss', icon: IconCircleCheck },
  Fail: { tone: 'garnet', icon: IconCircleX },
  Disqualified: { tone: 'garnet', icon: IconBan },
  Pending: { tone: 'brass', icon: IconHourglass },
  Unavailable: { tone: 'slate', icon: IconEyeOff },
};

/** Returns a result with its comment, where the comment says more than the result. */
export const resultText = (result: string, comment: string | null = null): string =>
  saysMore(result, comment) ? `${result}, ${isolated(comment)}` : result;

const saysMore = (result: string, comment: string | null): comment is string =>
  comment !== null && comment.trim().toLowerCase() !== result.toLowerCase();

/** The result of an exam in a staff table, with its comment; nothing without a result. */
export function ResultBadge({
  result,
  comment = null,
}: {
  result: string;
  comment?: string | null;
}) {
  const look = looks[result];
  if (!look) return null;
  return (
    <span className={classes.result}>
      <ToneBadge tone={look.tone} icon={look.icon}>
        {result}
      </ToneBadge>
      {saysMore(result, comment) && <bdi className={classes.comment}>{comment}</bdi>}
    </span>
  );
}
