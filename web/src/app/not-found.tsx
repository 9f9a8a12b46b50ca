import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PlainPage } from '../shared/plain-page.tsx';
import { readSession } from '../shared/session.ts';
import { useTitle } from '../shared/use-title.ts';

/** An address that leads nowhere. */
export function NotFound() {
  useTitle('Page not found');
  const { student, staff } = readSession();
  return (
    <PlainPage>
      <Title order={1}>Page not found</Title>
      <Text c="dimmed">There is no page at this address.</Text>
      <Button component={Link} to={staff && !student ? '/admin' : '/'} mt="sm">
        Home
      </Button>
    </PlainPage>
  );
}
