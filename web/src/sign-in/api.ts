import { useQueryClient } from '@tanstack/react-query';
import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import type { SecondFactor } from '../shared/second-factor/api.ts';

export const loginCall = api.login;
export const adminLoginCall = api.adminLogin;
const checkStudentIdCall = api.checkStudentId;
const registerCall = api.register;
const forgotCall = api.forgotPasswordRequest;
const adminForgotCall = api.adminForgotPasswordRequest;
const confirmCall = api.confirmToken;
const adminConfirmCall = api.adminConfirmToken;
const resetCall = api.resetPassword;
const releaseCall = api.releaseAddress;
const adminResetCall = api.adminResetPassword;

/** Clears all loaded data, since another person may have signed in. */
function useFreshStart(onDone: () => void): () => void {
  const client = useQueryClient();
  return () => {
    client.clear();
    onDone();
  };
}

export const useLogin = (onDone: () => void) =>
  useCommand(loginCall, { onDone: useFreshStart(onDone) });
interface StaffLogin {
  onDone: () => void;
  /** The password was right, and a second step is needed. */
  onSecondStep: (step: SecondFactor) => void;
}
/** Calls back after the first step, or with the second one. */
export function useStaffLogin({ onDone, onSecondStep }: StaffLogin) {
  const enter = useFreshStart(onDone);
  const login = useCommand(adminLoginCall, {
    onDone: (answer) => ('user' in answer ? enter() : onSecondStep(answer.secondFactor)),
  });
  return { login, enter };
}

export const useCheckStudentId = (onDone: () => void) => useCommand(checkStudentIdCall, { onDone });
export const useRegister = () => useCommand(registerCall);

export const useForgotPassword = () => useCommand(forgotCall);
export const useStaffForgotPassword = () => useCommand(adminForgotCall);

const ONCE = { fresh: Number.POSITIVE_INFINITY };
/** Checks the link once and leaves a proof in the browser that `useSetPassword` needs. R-021. */
export const useLink = (id: number, token: string, who: 'student' | 'staff') => {
  const student = useAnswer(
    confirmCall,
    { studentId: id, token },
    { ...ONCE, enabled: who === 'student' },
  );
  const staff = useAnswer(
    adminConfirmCall,
    { userId: id, token },
    { ...ONCE, enabled: who === 'staff' },
  );
  return who === 'student' ? student : staff;
};
export const useSetPassword = () => useCommand(resetCall);
export const useReleaseAddress = () => useCommand(releaseCall);
export const useSetStaffPassword = () => useCommand(adminResetCall);
