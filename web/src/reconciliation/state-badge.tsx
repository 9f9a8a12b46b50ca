import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLock,
  IconMessage,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react';
import { type Tone, ToneBadge } from '../shared/ui/tone-badge.tsx';
import type { Difference, SettledDay } from './api.ts';
import { differenceTexts, stateTexts } from './words.ts';

type Look = { tone: Tone; icon: TablerIcon };

const ofDay: Readonly<Record<SettledDay['state'], Look>> = {
  not_compared: { tone: 'slate', icon: IconClock },
  differences: { tone: 'brass', icon: IconAlertTriangle },
  clean: { tone: 'moss', icon: IconCircleCheck },
  signed: { tone: 'lapis', icon: IconLock },
};
const ofDifference: Readonly<Record<Difference['state'], Look>> = {
  open: { tone: 'brass', icon: IconAlertTriangle },
  explained: { tone: 'violet', icon: IconMessage },
  mended: { tone: 'moss', icon: IconTool },
  gone: { tone: 'slate', icon: IconCircleCheck },
};

/** The state of a day. */
export const DayBadge = ({ state }: Pick<SettledDay, 'state'>) => (
  <ToneBadge {...ofDay[state]}>{stateTexts[state]}</ToneBadge>
);

/** The state of a difference. */
export const DifferenceBadge = ({ state }: Pick<Difference, 'state'>) => (
  <ToneBadge {...ofDifference[state]}>{differenceTexts[state]}</ToneBadge>
);
