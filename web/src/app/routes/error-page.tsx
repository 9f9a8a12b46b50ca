import { Anchor, Button, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { office, phoneLink } from '../../shared/office/office.ts';
import { PlainPage } from '../../shared/page/plain-page.tsx';
import { useTitle } from '../../shared/page/use-title.ts';
import { homeOf } from '../../shared/session/home.ts';
import { readSession } from '../../shared/session/session.ts';

/** code 1 is a student who may not register. R-382. */
export function ErrorPage() {
  const { errorCode } = useParams();
  useTitle('Error');
  const { staff, student, roles } = readSession();
  return (
    <PlainPage>
      <Title order={1}>{errorCode === '1' ? 'Student is denied registration' : 'Error!'}</Title>
      <Text c="dimmed">
        {errorCode === '1'
          ? 'Registering, buying and booking are not possible.'
          : 'Please try again later.'}{' '}
        Questions? Call the office:{' '}
        <Anchor href={phoneLink(office.phone)} style={{ whiteSpace: 'nowrap' }}>
          {office.phone}
        </Anchor>
      </Text>
      <Button component={Link} to={staff && !student ? homeOf({ roles }) : '/'} mt="sm">
        Home
      </Button>
    </PlainPage>
  );
}
