import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useTyped } from './use-typed.ts';

afterEach(cleanup);

/** The address as the page has it, which follows when the test says so. */
let follow = (_address: string) => {};
function Field({ onTyped }: { onTyped: (next: string) => void }) {
  const [address, setAddress] = useState('');
  follow = setAddress;
  const [typed, type] = useTyped(address, onTyped);
  return <input value={typed} onChange={({ currentTarget }) => type(currentTarget.value)} />;
}
const field = () => screen.getByRole<HTMLInputElement>('textbox').value;

test('letters that are typed before the address follows all stand', async () => {
  const requests: string[] = [];
  render(<Field onTyped={(next) => requests.push(next)} />);
  await userEvent.type(screen.getByRole('textbox'), 'bio');
  expect([field(), requests]).toEqual(['bio', ['b', 'bi', 'bio']]);
  act(() => follow('bio'));
  expect(field()).toBe('bio');
});

test('an address that changes otherwise is taken over', async () => {
  render(<Field onTyped={(next) => follow(next)} />);
  await userEvent.type(screen.getByRole('textbox'), 'bio');
  act(() => follow('ethics'));
  expect(field()).toBe('ethics');
  act(() => follow(''));
  expect(field()).toBe('');
});
