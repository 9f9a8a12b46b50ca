import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { AccountsServiceDefinition } from '@portal/proto/identity/v1/accounts';
import { verifyBotCheck } from '../bot-check/verify-bot-check.ts';
import { signInStaff } from '../sign-in/sign-in-staff.ts';
import { signInStudent } from '../sign-in/sign-in-student.ts';
import { checkStudentId } from '../sign-up/check-student-id.ts';
import { requestSignUp } from '../sign-up/request-sign-up.ts';
import { type AccountRef, accountKind, tokenType } from './account.ts';
import { confirmToken } from './confirm-token.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { setPassword } from './set-password.ts';

const accountOf = (wire: { accountKind: string; accountId: number }): AccountRef => ({
  kind: accountKind(wire.accountKind),
  id: wire.accountId,
});

export const accountRpcs = rpcs(AccountsServiceDefinition, {
  signInStudent: {
    access: ['public'],
    handle: async (request, call) => ({ student: present(await signInStudent(call, request)) }),
  },
  signInStaff: {
    access: ['public'],
    handle: async (request, call) => ({ user: present(await signInStaff(call, request)) }),
  },
  checkStudentId: {
    access: ['public'],
    handle: async (request, call) => {
      await checkStudentId(call, request);
      return {};
    },
  },
  requestSignUp: {
    access: ['public'],
    handle: async (request, call) => {
      await requestSignUp(call, request);
      return {};
    },
  },
  confirmToken: {
    access: ['public'],
    handle: async (request, call) => confirmToken(call, { account: accountOf(request), token: request.token }),
  },
  setPassword: {
    access: ['public'],
    handle: async (request, call) => {
      await setPassword(call, {
        account: accountOf(request),
        password: request.password,
        type: tokenType(request.type),
        proof: request.proof ?? null,
        token: request.token ?? null,
      });
      return {};
    },
  },
  requestPasswordReset: {
    access: ['public'],
    handle: async (request, call) => {
      await requestPasswordReset(call, { kind: accountKind(request.accountKind), email: request.email });
      return {};
    },
  },
  verifyBotCheck: {
    access: ['public'],
    handle: async (request, call) => ({ botProof: (await verifyBotCheck(call, request)) ?? undefined }),
  },
});
