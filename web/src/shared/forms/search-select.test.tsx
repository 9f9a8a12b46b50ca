import { afterEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { SearchSelect } from './search-select.tsx';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function College() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <MantineProvider env="test">
      <SearchSelect
        label="College"
        data={['Bar Ilan', 'Woodmont', 'Woodside']}
        value={value}
        onChange={setValue}
      />
      <output>{value}</output>
    </MantineProvider>
  );
}
function open() {
  render(<College />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'College' });
  act(() => field.focus());
  return field;
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (field: HTMLElement, code: string) => fireEvent.keyDown(field, { code, key: code });
const chosen = () => screen.getByRole('status').textContent;

test('Enter takes the first that fits what was typed, an arrow before it the next', () => {
  const field = open();
  type(field, 'wood');
  press(field, 'Enter');
  expect(chosen()).toBe('Woodmont');
  type(field, 'wood');
  press(field, 'ArrowDown');
  press(field, 'Enter');
  expect(chosen()).toBe('Woodside');
});

test('Enter takes what is marked however late the timers of a busy page run', () => {
  jest.useFakeTimers();
  const field = open();
  type(field, 'wood');
  press(field, 'ArrowDown');
  act(() => jest.runOnlyPendingTimers());
  press(field, 'Enter');
  expect(chosen()).toBe('Woodside');
});

test('Enter in a field that was only come to by Tab chooses nothing', () => {
  const field = open();
  press(field, 'Enter');
  expect(chosen()).toBe('');
});
