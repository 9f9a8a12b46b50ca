import { Button } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { lazy } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { Brand } from '../shared/mark.tsx';
import { readSession } from '../shared/session.ts';
import classes from './student-shell.module.css';
import { useLogout } from './use-logout.ts';

const StudentShell = lazy(async () => ({ default: (await import('./student-shell.tsx')).StudentShell }));

/** The frame of seminary study: a student has her own, staff a bar with the way home. */
export function StudyFrame() {
  return readSession().student ? <StudentShell /> : <StaffFrame />;
}

function StaffFrame() {
  const { signOut, busy } = useLogout('staff');
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <div className={classes.bar}>
          <Link to="/admin" className={classes.home}>
            <Brand />
          </Link>
          <Button variant="default" onClick={signOut} loading={busy}>
            Logout
          </Button>
        </div>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
      <Notifications position="bottom-right" autoClose={5000} />
    </div>
  );
}
