import { notifications } from '@mantine/notifications';
import type { adminLogout, logout } from '@portal/contract/auth';
import { useNavigate } from 'react-router-dom';
import { wire } from '../shared/api.ts';
import { useCommand } from '../shared/calls.ts';
import { forgetSession } from '../shared/session.ts';

const studentCall = wire<typeof logout>('POST', '/api/logout');
const staffCall = wire<typeof adminLogout>('POST', '/api/admin/logout');

/** Signs out on the server, then forgets the person and leads to the login; what was loaded is forgotten there (SessionWatch). */
export function useLogout(who: 'student' | 'staff' = 'student'): { signOut: () => void; busy: boolean } {
  const navigate = useNavigate();
  const onDone = () => {
    forgetSession();
    void navigate(who === 'staff' ? '/admin/login' : '/login', { replace: true });
  };
  const student = useCommand(studentCall, { onDone });
  const staff = useCommand(staffCall, { onDone });
  const { mutate, isPending } = who === 'staff' ? staff : student;
  const stay = (error: Error) =>
    notifications.show({ title: 'You are still signed in', message: error.message, color: 'garnet', autoClose: false });
  return { signOut: () => mutate({}, { onError: stay }), busy: isPending };
}
