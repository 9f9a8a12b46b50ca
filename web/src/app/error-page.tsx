import { Button, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { PlainPage } from '../shared/plain-page.tsx';
import { readSession } from '../shared/session.ts';
import { useTitle } from '../shared/use-title.ts';

/** code 1 is a student who may not register. R-382. */
export function ErrorPage() {
  const { errorCode } = useParams();
  useTitle('Error');
  const { staff, student } = readSession();
  return (
    <PlainPage>
      <Title order={1}>{errorCode === '1' ? 'Student is denied registration' : 'Error!'}</Title>
      <Button component={Link} to={staff && !student ? '/admin' : '/'} mt="sm">
        Home
      </Button>
    </PlainPage>
  );
}
