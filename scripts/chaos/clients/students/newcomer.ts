import { randomUUID } from 'node:crypto';
import { addStudent, verifyRecaptcha } from '@portal/contract/students/enrol';
import { aForm } from '../../../e2e/people/non-members.ts';
import type { Client } from '../client.ts';

/** Passes the bot check and enrols a new student. */
export async function enrol(client: Client): Promise<void> {
  await client.read(verifyRecaptcha, { recaptchaToken: `token-${randomUUID()}` });
  const form = aForm();
  await client.change(addStudent, form, {
    effect: () => ({ partner: `enrolled ${form.lastName}` }),
  });
}
