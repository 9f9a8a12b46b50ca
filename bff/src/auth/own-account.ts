import * as ownAccount from '@portal/contract/students/own-account';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Request } from 'express';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import { readCookie, setLanguageCookie } from '../http/session/cookies.ts';
import type { Session } from '../http/session/sessions.ts';
import { linkTries, ownPasswordTries } from './account-limits.ts';
import { endSessionsOfLoser, startSession } from './signing-in.ts';

async function signInsOf(session: Session, request: Request, { sessions }: AppContext) {
  const sid = readCookie(request, 'sid');
  const open = await sessions.list(session);
  return {
    signIns: open.map(({ hash, device, startedAt, usedAt }) => ({
      id: hash,
      device: device ?? null,
      startedAt: new Date(startedAt).toISOString(),
      lastUsedAt: new Date(usedAt).toISOString(),
      isThis: sid !== undefined && sessions.isSame(sid, hash),
    })),
  };
}

/** The calls of students on their own account. */
export const ownAccountRoutes = [
  route(ownAccount.getSignIns, ({ session, request }, context) =>
    signInsOf(session, request, context),
  ),
  route(ownAccount.endSignIns, async ({ input: { id }, session, request }, context) => {
    const { signIns } = await signInsOf(session, request, context);
    const meant = signIns.filter((one) => (id === undefined ? !one.isThis : one.id === id));
    await context.sessions.endSome(
      session,
      meant.map((one) => one.id),
    );
    const isOver = new Set(meant.map((one) => one.id));
    return { signIns: signIns.filter((one) => !isOver.has(one.id)) };
  }),
  route(ownAccount.saveLanguage, async ({ input, by, response }, { identity, cookies }) => {
    await identity.accounts.saveLanguage(input, by);
    setLanguageCookie(response, cookies, input.language);
    return input;
  }),
  route(
    ownAccount.requestEmailChange,
    async ({ input, by }, { identity }) => {
      await identity.accounts.requestEmailChange(input, by);
      return { sentTo: input.email };
    },
    ({ student }) => ownPasswordTries(student),
  ),
  route(
    ownAccount.confirmEmailChange,
    async ({ input, by }, context) => {
      const { email, lostByStudentId } = await context.identity.accounts.confirmEmailChange(
        input,
        by,
      );
      await context.sessions.endAll({ kind: 'student', id: input.studentId });
      await endSessionsOfLoser(lostByStudentId, context);
      return { email };
    },
    ({ address }) => linkTries('student', address),
  ),
  route(
    ownAccount.changePassword,
    async ({ input, session, by, request, response }, context) => {
      await context.identity.accounts.changeOwnPassword(input, by);
      const { startedAt: _, ...account } = session;
      await context.sessions.endAll(account);
      // under a new id, which also ends a stolen session
      await startSession(account, steadyNow(), { request, response }, context);
      return { changed: true as const };
    },
    ({ student }) => ownPasswordTries(student),
  ),
];
