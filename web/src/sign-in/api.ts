import type {
  adminConfirmToken,
  adminForgotPasswordRequest,
  adminLogin,
  adminResetPassword,
  checkStudentId,
  confirmToken,
  forgotPasswordRequest,
  login,
  register,
  resetPassword,
} from '@portal/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { wire } from '../shared/api.ts';
import { useAnswer, useCommand } from '../shared/calls.ts';

const loginCall = wire<typeof login>('POST', '/api/login');
const adminLoginCall = wire<typeof adminLogin>('POST', '/api/admin/login');
const checkStudentIdCall = wire<typeof checkStudentId>('POST', '/api/checkStudentId');
const registerCall = wire<typeof register>('POST', '/api/register');
const forgotCall = wire<typeof forgotPasswordRequest>('POST', '/api/forgotPasswordRequest');
const adminForgotCall = wire<typeof adminForgotPasswordRequest>('POST', '/api/adminForgotPasswordRequest');
const confirmCall = wire<typeof confirmToken>('POST', '/api/confirmToken');
const adminConfirmCall = wire<typeof adminConfirmToken>('POST', '/api/adminConfirmToken');
const resetCall = wire<typeof resetPassword>('POST', '/api/resetPassword');
const adminResetCall = wire<typeof adminResetPassword>('POST', '/api/adminResetPassword');

/** Signing in makes another person of the page: what was read before is thrown away. */
function useFreshStart(onDone: () => void): () => void {
  const client = useQueryClient();
  return () => {
    client.clear();
    onDone();
  };
}

export const useLogin = (onDone: () => void) => useCommand(loginCall, { onDone: useFreshStart(onDone) });
export const useStaffLogin = (onDone: () => void) => useCommand(adminLoginCall, { onDone: useFreshStart(onDone) });

export const useCheckStudentId = (onDone: () => void) => useCommand(checkStudentIdCall, { onDone });
export const useRegister = () => useCommand(registerCall);

export const useForgotPassword = () => useCommand(forgotCall);
export const useStaffForgotPassword = () => useCommand(adminForgotCall);

const ONCE = { fresh: Number.POSITIVE_INFINITY };
/** Checks the link once; the proof it leaves in the browser is what `useSetPassword` stands on. R-021. */
export const useLink = (id: number, token: string, who: 'student' | 'staff') => {
  const student = useAnswer(confirmCall, { studentId: id, token }, { ...ONCE, enabled: who === 'student' });
  const staff = useAnswer(adminConfirmCall, { userId: id, token }, { ...ONCE, enabled: who === 'staff' });
  return who === 'student' ? student : staff;
};
export const useSetPassword = () => useCommand(resetCall);
export const useSetStaffPassword = () => useCommand(adminResetCall);
