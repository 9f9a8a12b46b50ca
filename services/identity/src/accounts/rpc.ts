import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { AccountsServiceDefinition } from '@portal/proto/identity/v1/accounts';
import { verifyBotCheck } from '../security/bot-check/verify-bot-check.ts';
import { signInStaff } from '../security/sign-in/sign-in-staff.ts';
import { signInStudent } from '../security/sign-in/sign-in-student.ts';
import { checkStudentId } from '../students/sign-up/check-student-id.ts';
import { requestSignUp } from '../students/sign-up/request-sign-up.ts';
import { studentView } from '../students/student-view.ts';
import { confirmEmailChange } from './addresses/confirm-email-change.ts';
import { releaseAddress } from './addresses/release-address.ts';
import { confirmToken } from './links/confirm-token.ts';
import { changeOwnPassword } from './own/change-password.ts';
import { requestEmailChange } from './own/request-email-change.ts';
import { saveLanguage } from './own/save-language.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { setPassword } from './passwords/set-password.ts';
import { type AccountRef, accountKind, tokenType } from './records/account.ts';

const accountOf = (wire: { accountKind: string; accountId: number }): AccountRef => ({
  kind: accountKind(wire.accountKind),
  id: wire.accountId,
});

export const accountRpcs = rpcs(AccountsServiceDefinition, {
  signInStudent: {
    handle: async (request, call) => ({
      student: studentView(
        await signInStudent(call, {
          ...request,
          browser: request.browser ?? null,
          language: request.language ?? null,
        }),
        call.now,
      ),
    }),
  },
  signInStaff: {
    handle: async ({ browser, device, ...request }, call) => {
      const signIn = await signInStaff(call, {
        ...request,
        browser: browser ?? null,
        device: device ?? null,
      });
      if ('user' in signIn)
        return { user: present(signIn.user), rememberedId: signIn.rememberedId ?? undefined };
      const { options, ...step } = signIn.secondStep;
      return { secondStep: { ...step, optionsJson: options ? JSON.stringify(options) : '' } };
    },
  },
  checkStudentId: {
    handle: async (request, call) => {
      await checkStudentId(call, request);
      return {};
    },
  },
  requestSignUp: {
    handle: async (request, call) => {
      await requestSignUp(call, { ...request, language: request.language ?? null });
      return {};
    },
  },
  confirmToken: {
    handle: async (request, call) =>
      confirmToken(call, { account: accountOf(request), token: request.token }),
  },
  setPassword: {
    handle: async (request, call) => {
      const { lostBy } = await setPassword(call, {
        account: accountOf(request),
        password: request.password,
        type: tokenType(request.type),
        proof: request.proof ?? null,
        token: request.token ?? null,
        identity: request.identity ?? null,
        language: request.language ?? null,
      });
      return { lostByStudentId: lostBy ?? undefined };
    },
  },
  releaseAddress: {
    handle: async ({ studentId, proof, token }, call) => {
      await releaseAddress(call, {
        account: { kind: 'student', id: studentId },
        proof: proof ?? null,
        token: token ?? null,
      });
      return {};
    },
  },
  changeOwnPassword: {
    handle: async ({ currentPassword, password }, call) => {
      await changeOwnPassword(call, {
        studentId: studentInView(call.actor),
        currentPassword,
        password,
      });
      return {};
    },
  },
  requestEmailChange: {
    handle: async ({ currentPassword, email }, call) => {
      const studentId = studentInView(call.actor);
      await requestEmailChange(call, { studentId, currentPassword, email });
      return {};
    },
  },
  saveLanguage: {
    handle: async ({ language }, call) => {
      await saveLanguage(call, { studentId: studentInView(call.actor), language });
      return {};
    },
  },
  confirmEmailChange: {
    handle: async (request, call) => {
      const { email, lostBy } = await confirmEmailChange(call, request);
      return { email, lostByStudentId: lostBy ?? undefined };
    },
  },
  requestPasswordReset: {
    handle: async (request, call) => {
      await requestPasswordReset(call, {
        kind: accountKind(request.accountKind),
        email: request.email,
      });
      return {};
    },
  },
  verifyBotCheck: {
    handle: async (request, call) => ({
      botProof: (await verifyBotCheck(call, request)) ?? undefined,
    }),
  },
});
