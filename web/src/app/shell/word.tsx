import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface WordProps {
  word: string;
  /** The icon stands alone, so its word is shown to who points at it or comes to it by keys. */
  isOfIcons: boolean;
  children: ReactElement;
}

/** The word of an icon of the side, where there is no room for it. */
export const Word = ({ word, isOfIcons, children }: WordProps) => (
  <Tooltip
    label={word}
    position="right"
    disabled={!isOfIcons}
    events={{ hover: true, focus: true, touch: true }}
  >
    {children}
  </Tooltip>
);
