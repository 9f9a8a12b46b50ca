import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SecurityServiceDefinition } from '@portal/proto/identity/v1/security';
import {
  type FactorKind,
  isFactorKind,
  type Method,
  methods,
} from '../../accounts/factors/factor-rules.ts';
import { beginFactor, finishFactor } from '../changes/add-factor.ts';
import {
  forgetOwnDevices,
  removeFactor,
  renewCodes,
  resetFactors,
} from '../changes/change-factors.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { listFactors } from './factor-store.ts';
import { type KnownFactor, listResettable, readSecurity } from './read-security.ts';
import type { StaffAccount } from './staff-account.ts';

function kindOf(wire: string): FactorKind {
  if (!isFactorKind(wire)) throw invalid({ path: 'kind', message: 'kind invalid' });
  return wire;
}

function methodOf(wire: string): Method {
  const method = methods.find((one) => one === wire);
  if (!method) throw invalid({ path: 'method', message: 'method invalid' });
  return method;
}

const factorView = ({ id, kind, name, addedAt, lastUsed }: KnownFactor) => ({
  id,
  kind,
  name,
  addedAt,
  lastUsed: lastUsed ?? undefined,
});

const userView = ({ id, loginName, realName, email, roles, schoolId }: StaffAccount) => ({
  id,
  loginName,
  realName,
  email,
  roles,
  schoolId: schoolId ?? undefined,
});

const MAX_NAME = 40;
function nameOf(typed: string): string {
  const name = typed.trim().normalize('NFC');
  if (name.length > MAX_NAME) throw invalid({ path: 'name', message: 'Name invalid' });
  return name;
}

function reasonOf(typed: string): string {
  const reason = typed.trim().normalize('NFC');
  if (reason.length < 3 || reason.length > 200)
    throw invalid({ path: 'reason', message: 'Reason invalid' });
  return reason;
}

export const securityRpcs = rpcs(SecurityServiceDefinition, {
  finishSignIn: {
    handle: async ({ method, responseJson, ...wish }, call) => {
      const { user, remembered } = await finishSignIn(call, {
        ...wish,
        method: methodOf(method),
        response: responseJson,
        browser: wish.browser ?? null,
        device: wish.device ?? null,
      });
      return {
        user: present(user),
        rememberedId: remembered?.id,
        rememberedToken: remembered?.token,
      };
    },
  },
  getSecurity: {
    handle: async (_request, call) => {
      const { factors, ...security } = await readSecurity(call);
      return { ...security, factors: factors.map(factorView) };
    },
  },
  beginFactor: {
    handle: async ({ kind, name, password, pending }, call) => {
      const { options, app } = await beginFactor(call, {
        kind: kindOf(kind),
        name: nameOf(name),
        password: password ?? null,
        pending: pending ?? null,
      });
      return { optionsJson: options && JSON.stringify(options), ...app };
    },
  },
  finishFactor: {
    handle: async ({ kind, responseJson, code, pending, browser, device }, call) => {
      const { account, recoveryCodes, signsIn } = await finishFactor(call, {
        kind: kindOf(kind),
        response: responseJson,
        code,
        pending: pending ?? null,
        browser: browser ?? null,
        device: device ?? null,
      });
      const factors = await listFactors(call.db, account.id);
      return {
        factors: factors.map(factorView),
        recoveryCodes,
        user: signsIn ? userView(account) : undefined,
      };
    },
  },
  removeFactor: {
    handle: async (request, call) => {
      await removeFactor(call, request);
      return {};
    },
  },
  renewRecoveryCodes: {
    handle: async (request, call) => ({ recoveryCodes: await renewCodes(call, request) }),
  },
  forgetDevices: {
    handle: async (_request, call) => {
      await forgetOwnDevices(call);
      return {};
    },
  },
  listResettable: {
    handle: async (_request, call) => ({ users: await listResettable(call) }),
  },
  resetFactors: {
    handle: async ({ userId, reason }, call) => ({
      user: present(await resetFactors(call, { userId, reason: reasonOf(reason) })),
    }),
  },
});
