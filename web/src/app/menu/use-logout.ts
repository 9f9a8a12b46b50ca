import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { forgetSession } from '../../shared/session/session.ts';
import { showNotice } from './notices.tsx';

const studentCall = api.logout;
const staffCall = api.adminLogout;

/**
 * Signs out on the server, then forgets the person and redirects to the login page; the loaded
 * answers are removed there (SessionWatch).
 */
export function useLogout(who: 'student' | 'staff' = 'student'): {
  signOut: () => void;
  busy: boolean;
} {
  const navigate = useNavigate();
  const onDone = () => {
    forgetSession(true);
    void navigate(who === 'staff' ? '/admin/login' : '/login', { replace: true });
  };
  const student = useCommand(studentCall, { onDone });
  const staff = useCommand(staffCall, { onDone });
  const { mutate, isPending } = who === 'staff' ? staff : student;
  const stay = (error: Error) =>
    void showNotice({
      title: t`You are still logged in`,
      message: error.message,
      color: 'garnet',
      autoClose: false,
    });
  return { signOut: () => mutate({}, { onError: stay }), busy: isPending };
}
