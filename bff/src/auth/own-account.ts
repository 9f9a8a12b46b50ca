import * as ownAccount from '@portal/contract/students/own-account';
import { steadyNow } from '@portal/kit/steady-clock';
import { route } from '../http/route.ts';
import { ownPasswordTries } from './account-limits.ts';
import { startSession } from './signing-in.ts';

/** What students do with the account that they are signed in to. */
export const ownAccountRoutes = [
  route(
    ownAccount.changePassword,
    async ({ input, session, by, request, response }, parts) => {
      await parts.identity.accounts.changeOwnPassword(input, by);
      const { startedAt: _, ...account } = session;
      await parts.sessions.endAll(account);
      // under a new id: whoever has the old one is out as well
      await startSession(account, steadyNow(), { request, response }, parts);
      return { changed: true as const };
    },
    ({ student }) => ownPasswordTries(student),
  ),
];
