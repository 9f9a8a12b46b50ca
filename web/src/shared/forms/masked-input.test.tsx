import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { maskCardNumber } from '../payments/card-form/card-rules.ts';
import { groups, type Mask, MaskedInput } from './masked-input.tsx';

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
const date = groups('/', 2, 2, 4);

test('separators come by themselves and too many digits are dropped', async () => {
  const field = show(date);
  await userEvent.type(field, '0415200499');
  expect(field.value).toBe('04/15/2004');
});

test.each(['04-15-2004', '04152004', ' 04/15/2004 '])('"%s" may be pasted', async (text) => {
  const field = show(date);
  await userEvent.click(field);
  await userEvent.paste(text);
  expect(field.value).toBe('04/15/2004');
});

test('a digit in the middle is mended in its place', async () => {
  const field = show(date);
  await userEvent.type(field, '04152004');
  field.setSelectionRange(1, 2);
  await userEvent.keyboard('5');

  expect(field.value).toBe('05/15/2004');
  expect(field.selectionStart).toBe(2);
});

test('everything can be taken back', async () => {
  const field = show(date);
  await userEvent.type(field, '0415');
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(field.value).toBe('');
});

test('card numbers stand in fours, those of American Express in 4, 6 and 5', () => {
  expect(maskCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(maskCardNumber('378282246310005')).toBe('3782 822463 10005');
});
