import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface WordProps {
  word: string;
  /** Only the icon is visible, so its word is shown on hover and on keyboard focus. */
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
