import {
  IconCirclePlus,
  IconCopy,
  IconCopyCheck,
  IconUserCheck,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Tone } from '../shared/ui/tone-badge.tsx';
import type { ImportChoice, ImportState } from './api.ts';

interface Look {
  word: string;
  tone: Tone;
  icon: TablerIcon;
  /** The meaning, shown once above the rows. */
  means: string;
}

/** The label and icon of each state of a row. R-566. */
export const stateLooks: Readonly<Record<ImportState, Look>> = {
  add: {
    word: 'New',
    tone: 'moss',
    icon: IconCirclePlus,
    means: 'Nobody on record has these digits and this date of birth.',
  },
  same: {
    word: 'Already here',
    tone: 'slate',
    icon: IconUserCheck,
    means: 'The student is in this school. The cohort can be updated.',
  },
  duplicate: {
    word: 'Duplicate',
    tone: 'brass',
    icon: IconCopy,
    means: 'Somebody elsewhere has the same digits and date of birth.',
  },
  twice: {
    word: 'Twice in the file',
    tone: 'violet',
    icon: IconCopyCheck,
    means: 'An earlier row has the same digits and date of birth.',
  },
  error: {
    word: 'Error',
    tone: 'garnet',
    icon: IconX,
    means: 'These rows are left out. Mend the file and read it again to bring them in.',
  },
};
export const states = Object.keys(stateLooks) as ImportState[];

/** The possible actions of a row. */
export const choiceWords: Readonly<Record<ImportChoice, string>> = {
  add: 'Add as a new student',
  skip: 'Skip',
  cohort: 'Update cohort',
};
