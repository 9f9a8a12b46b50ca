import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MaskedInput } from './masked-input.tsx';
import { dateMask, lastFourMask, type Mask } from './masks.ts';

afterEach(cleanup);

function Field({ mask }: { mask: Mask }) {
  const [value, setValue] = useState('');
  return (
    <MantineProvider env="test">
      <MaskedInput label="Field" mask={mask} value={value} onChange={setValue} />
    </MantineProvider>
  );
}
const show = (mask: Mask) => {
  render(<Field mask={mask} />);
  return screen.getByLabelText<HTMLInputElement>('Field');
};

test('the mask sets separators and keeps digits that are too many', async () => {
  const field = show(dateMask);
  await userEvent.type(field, '0415200499');
  expect(field.value).toBe('04/15/200499');
});

test.each(['04-15-2004', '04152004', ' 04/15/2004 ', '4/15/2004', '2004-04-15', 'Apr 15, 2004'])(
  '"%s" may be pasted',
  async (text) => {
    const field = show(dateMask);
    await userEvent.click(field);
    await userEvent.paste(text);
    expect(field.value).toBe('04/15/2004');
  },
);

test('a digit in the middle is mended in its place', async () => {
  const field = show(dateMask);
  await userEvent.type(field, '04152004');
  field.setSelectionRange(1, 2);
  await userEvent.keyboard('5');

  expect(field.value).toBe('05/15/2004');
  expect(field.selectionStart).toBe(2);
});

test('everything can be taken back', async () => {
  const field = show(dateMask);
  await userEvent.type(field, '0415');
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(field.value).toBe('');
});

test('a full SSN that is typed or pasted gives its last four digits', async () => {
  const field = show(lastFourMask);
  await userEvent.type(field, '123-45-6789');
  expect(field.value).toBe('6789');
  await userEvent.clear(field);
  await userEvent.paste('123-45-6789');
  expect(field.value).toBe('6789');
});
