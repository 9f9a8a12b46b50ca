import { adminLogin, login } from '@portal/contract/students/auth';
import type { BrowserContext } from 'playwright-core';

/** Signs in by a call in place of the sign-in page, which has journeys of its own. */
async function enter(context: BrowserContext, path: string, data: object): Promise<void> {
  const answer = await context.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
}

/** Signs a student in within a window. */
export const enterAsStudent = (
  context: BrowserContext,
  { email, password }: { email: string; password: string },
): Promise<void> => enter(context, login.path, { email, password });

/** Signs staff without a second factor in within a window. */
export const enterAsStaff = (
  context: BrowserContext,
  { loginName, password }: { loginName: string; password: string },
): Promise<void> => enter(context, adminLogin.path, { loginName, password });
