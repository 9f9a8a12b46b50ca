import { Select, type SelectProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/**
 * Enter selects the highlighted option. The library tracks its index, and recomputes it in a timer
 * after the list has opened: on a busy page text typed before the timer highlighted an option
 * without an index, and Enter did nothing.
 */
function takeMarked(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  event.stopPropagation();
  marked.click();
}

/** One of many, found by typing: Enter takes the first that fits. */
export const SearchSelect = (props: SelectProps) => (
  <Select
    searchable
    nothingFoundMessage="No results found."
    selectFirstOptionOnChange
    onKeyDownCapture={takeMarked}
    {...props}
  />
);
