import * as z from 'zod';
import { call } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { newPassword, typedPassword } from '../types.ts';

export const changePassword = call({
  ...endpoints.changePassword,
  summary: 'Changes the own password, with the current one',
  description:
    'Ends every session of the account; this browser gets a new one with the answer. At most 10 tries in 15 minutes, right ones among them. Staff who act for a student cannot.',
  permission: 'own_account.edit',
  onStudent: true,
  body: z.object({ currentPassword: typedPassword, password: newPassword }),
  answer: z.object({ changed: z.literal(true) }),
  refuses: { password_wrong: 422 },
});
