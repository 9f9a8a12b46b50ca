import { Select, type SelectProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/**
 * Enter takes what is marked in the list. The library counts which one that is, and counts anew in a
 * timer after the list has opened: on a busy page what was typed meanwhile was marked and not
 * counted, and Enter did nothing.
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
