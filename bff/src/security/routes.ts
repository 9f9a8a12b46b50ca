import * as security from '@portal/contract/staff/security';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Factor, FinishFactorResponse } from '@portal/proto/identity/v1/security';
import encodeQR from 'qr';
import type { AppContext } from '../app-context.ts';
import { ownStaffTries, staffSignInTries, strayTries } from '../auth/account-limits.ts';
import { markOfBrowser } from '../auth/browser-cookie.ts';
import { pendingOf, staffSession, waitingLogin } from '../auth/second-step.ts';
import { refuse } from '../http/refuse.ts';
import { type RequestContext, route } from '../http/route.ts';
import { addRememberedCookie, readCookie } from '../http/session/cookies.ts';
import { deviceOf } from '../http/session/device.ts';
import { userView } from '../users/views.ts';

type RequestOrigin = Pick<RequestContext, 'request' | 'address'>;

/** Wrong second steps count with wrong passwords of the same login. R-585 */
function secondStepTries({ request, address }: RequestOrigin, context: AppContext) {
  const login = waitingLogin(request);
  return login
    ? staffSignInTries(login, address, markOfBrowser(login, request, context))
    : strayTries(address);
}

/** Returns the facts that identity gets of the browser in which a second step is done. */
function browserOf(request: RequestContext['request'], context: AppContext) {
  const login = waitingLogin(request);
  return {
    browser: (login && markOfBrowser(login, request, context)) ?? undefined,
    device: deviceOf(request.get('user-agent')),
  };
}

const factorView = ({ id, kind, name, addedAt, lastUsed }: Factor): security.Factor => ({
  factorId: id,
  kind: kind as security.Factor['kind'],
  name,
  addedAt: (addedAt as Date).toISOString(),
  lastUsed: lastUsed?.toISOString() ?? null,
});

/** Returns how the caller signs in, their name, and their open sessions. C-O55 */
async function securityOf(
  { session, by, request }: RequestContext<typeof security.getSecurity>,
  { identity, sessions }: AppContext,
): Promise<security.Security> {
  const sid = readCookie(request, 'sid');
  const [known, open] = await Promise.all([
    identity.security.getSecurity({}, { ...by, key: null }),
    sessions.list(session),
  ]);
  return {
    realName: known.realName,
    factors: known.factors.map(factorView),
    recoveryLeft: known.recoveryLeft,
    required: known.isRequired,
    rememberedDevices: known.rememberedIds.length,
    sessions: open.map(({ hash, device, ip, rememberedId, startedAt, usedAt }) => ({
      sessionKey: hash,
      device: device ?? null,
      ip: ip ?? null,
      since: new Date(startedAt).toISOString(),
      lastSeen: new Date(usedAt).toISOString(),
      current: sid !== undefined && sessions.isSame(sid, hash),
      remembered: rememberedId !== undefined && known.rememberedIds.includes(rememberedId),
    })),
  };
}

type Adding = RequestContext<typeof security.addSecondFactor>;

/** Returns the sign-in that waits for the factor; undefined for a signed-in caller. */
const waitingOf = ({ session, request }: Adding) => (session ? undefined : pendingOf(request));

async function beginFactor(request: Adding, { identity }: AppContext) {
  const { kind, name = '', password } = request.input;
  const { optionsJson, secret, otpauth } = await identity.security.beginFactor(
    { kind, name, password, pending: waitingOf(request) },
    request.by,
  );
  if (optionsJson !== undefined) return { options: JSON.parse(optionsJson) };
  if (secret === undefined || otpauth === undefined) throw new Error('an app without its secret');
  const svg = encodeQR(otpauth, 'svg', { ecc: 'medium', border: 2 });
  const qr = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { secret, otpauth, qr };
}

async function finishFactor(query: Adding, context: AppContext) {
  const { input, by, request, response, address } = query;
  const began = steadyNow();
  const done: FinishFactorResponse = await context.identity.security.finishFactor(
    {
      kind: input.kind,
      code: input.code ?? '',
      pending: waitingOf(query),
      responseJson: JSON.stringify(input.response ?? null),
      ...browserOf(request, context),
    },
    by,
  );
  // the method that had to be set up is the second step
  if (done.user)
    await staffSession(
      done.user,
      began,
      { by, request, response, address, rememberedId: undefined },
      context,
    );
  const { factors, recoveryCodes } = done;
  return {
    factors: factors.map(factorView),
    ...(recoveryCodes.length > 0 ? { recoveryCodes } : {}),
  };
}

type Changing = RequestContext<typeof security.changeSecurity>;

/** Ends one of the own sessions, or all but this one. */
async function endSessions({ input, session, request }: Changing, { sessions }: AppContext) {
  const own = await sessions.list(session);
  const sid = readCookie(request, 'sid') ?? '';
  const meant = own.filter(({ hash }) =>
    input.action === 'endOthers' ? !sessions.isSame(sid, hash) : hash === input.sessionKey,
  );
  if (meant.length === 0 && input.action === 'endSession') throw refuse('not_found');
  await sessions.endSome(
    session,
    meant.map(({ hash }) => hash),
  );
}

/** Applies the requested change; returns the new recovery codes if it made them. C-O57 */
async function change(request: Changing, context: AppContext): Promise<string[] | undefined> {
  const { input, by } = request;
  const { factorId = 0, password = '' } = input;
  const { security: own } = context.identity;
  switch (input.action) {
    case 'endSession':
    case 'endOthers':
      await endSessions(request, context);
      return undefined;
    case 'removeFactor':
      await own.removeFactor({ factorId, password }, by);
      return undefined;
    case 'forgetDevices':
      await own.forgetDevices({}, by);
      return undefined;
    default:
      return (await own.renewRecoveryCodes({ password }, by)).recoveryCodes;
  }
}

/** Two-factor sign-in of staff. */
export const securityRoutes = [
  route(
    security.secondFactor,
    async ({ input, by, request, response, address }, context) => {
      const query = steadyNow();
      const { method, code = '', remember = false } = input;
      const { user, rememberedId, rememberedToken } = await context.identity.security.finishSignIn(
        {
          pending: pendingOf(request),
          method,
          code,
          remember,
          responseJson: JSON.stringify(input.response ?? null),
          ...browserOf(request, context),
        },
        by,
      );
      if (rememberedToken) addRememberedCookie(request, response, context.cookies, rememberedToken);
      return staffSession(user, query, { by, request, response, address, rememberedId }, context);
    },
    secondStepTries,
  ),

  route(security.getSecurity, securityOf),

  route(
    security.addSecondFactor,
    (request, context) =>
      request.input.step === 'begin'
        ? beginFactor(request, context)
        : finishFactor(request, context),
    (request, context) =>
      request.session ? ownStaffTries(request.session.id) : secondStepTries(request, context),
  ),

  route(
    security.changeSecurity,
    async (request, context) => {
      const recoveryCodes = await change(request, context);
      const now = await securityOf(request as never, context);
      return { ...now, ...(recoveryCodes ? { recoveryCodes } : {}) };
    },
    ({ session }) => ownStaffTries(session.id),
  ),

  route(security.getResettable, async ({ by }, { identity }) => {
    const { users } = await identity.security.listResettable({}, by);
    return { users: users.map(({ loginName, ...user }) => ({ ...user, loginname: loginName })) };
  }),

  route(security.resetSecondFactor, async ({ input, by }, context) => {
    const { user } = await context.identity.security.resetFactors(input, by);
    await context.sessions.endAll({ kind: 'staff', id: input.userId });
    const schoolName = await context.catalogue.schoolNames.of(user?.schoolId ?? null, {
      ...by,
      key: null,
    });
    return { user: userView(user, schoolName) };
  }),
];
