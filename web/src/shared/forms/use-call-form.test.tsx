import { afterEach, expect, jest, test } from '@jest/globals';
import { MantineProvider, TextInput } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as z from 'zod';
import { CallFailure } from '../api/client.ts';
import { show } from '../testing.tsx';
import { useCallForm } from './use-call-form.ts';

afterEach(cleanup);

const schema = z.object({
  ssn: z
    .string()
    .regex(/^\d{4}$/, 'SSN invalid')
    .optional(),
});

function Form({ failure }: { failure?: CallFailure }) {
  const form = useCallForm({ schema, initial: { ssn: '', name: '' }, keep: true });
  return (
    <MantineProvider env="test">
      <form
        onSubmit={form.onSubmit(() => {
          if (failure) form.showFailure(failure);
        })}
      >
        <TextInput label="SSN" {...form.getInputProps('ssn')} />
        <TextInput label="Name" {...form.getInputProps('name')} />
        <button type="submit">Save</button>
        <a href="/elsewhere">Elsewhere</a>
      </form>
    </MantineProvider>
  );
}

test('a field that is left wrong says so, and is right again while typing', async () => {
  render(<Form />);
  await userEvent.type(screen.getByLabelText('SSN'), '12');
  expect(screen.queryByText('SSN invalid')).toBeNull();
  await userEvent.tab();
  await screen.findByText('SSN invalid');
  await userEvent.type(screen.getByLabelText('SSN'), '34');
  expect(screen.queryByText('SSN invalid')).toBeNull();
});

test('a server error focuses its field and is shown there; typed text stays', async () => {
  const failure = new CallFailure(422, {
    errors: [{ path: 'name', message: 'Name taken' }],
  } as never);
  render(<Form failure={failure} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Dana');
  await userEvent.click(screen.getByText('Save'));
  await screen.findByText('Name taken');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Dana');
});

test('a page with changes is not left without a question', async () => {
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Name'), 'Dana');
  await userEvent.click(screen.getByText('Elsewhere'));
  expect(ask).toHaveBeenCalledTimes(1);
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  ask.mockRestore();
});

test('Back asks on a page with changes: no stays with the typed text, yes leaves', async () => {
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  window.history.replaceState(null, '', '/before');
  const { address } = show(<Form />, { path: '/form' });
  await userEvent.type(screen.getByLabelText('Name'), 'Dana');
  await userEvent.keyboard('{Escape}');
  expect(ask).not.toHaveBeenCalled();
  const back = async (times: number) => {
    await waitFor(() => expect(window.history.state?.usr?.dialogs).toBe(1));
    window.history.back();
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(times));
  };
  await back(1);
  expect(address()).toBe('/form');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Dana');
  ask.mockReturnValue(true);
  await back(2);
  await waitFor(() => expect(address()).toBe('/before'));
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  ask.mockRestore();
});
