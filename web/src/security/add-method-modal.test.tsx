import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show } from '../shared/testing.tsx';
import { AddMethodModal } from './add-method-modal.tsx';

afterEach(cleanup);

test('an error of the password is shown at its field, and it can be typed again', async () => {
  const got = fakePortal({
    '/api/office/addSecondFactor': [
      { status: 422, code: 'password_wrong', detail: 'The password is not correct.' },
      { answer: { secret: 'ABCDEFGHIJKLMNOP', otpauth: 'otpauth://totp/x', qr: 'data:,' } },
    ],
  });
  show(<AddMethodModal onClose={jest.fn()} />);
  const begin = async (password: string) => {
    const field = await screen.findByLabelText<HTMLInputElement>('Your password');
    await userEvent.clear(field);
    await userEvent.type(field, password);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Authenticator app' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  };
  await begin('wrong');
  await screen.findByText('The password is not correct.');
  await begin('right');
  await screen.findByText('Scan this with your authenticator app.');
  expect(got.map(({ body }) => body.password)).toEqual(['wrong', 'right']);
});
