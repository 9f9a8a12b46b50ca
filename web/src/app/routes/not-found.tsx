import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PlainPage } from '../../shared/page/plain-page.tsx';
import { useTitle } from '../../shared/page/use-title.ts';
import { homeOf } from '../../shared/session/home.ts';
import { readSession } from '../../shared/session/session.ts';

/** An address without a page. */
export function NotFound() {
  useTitle(t`Page not found`);
  const { student, staff, roles } = readSession();
  return (
    <PlainPage>
      <Title order={1}>
        <Trans>Page not found</Trans>
      </Title>
      <Text c="dimmed">
        <Trans>There is no page at this address.</Trans>
      </Text>
      <Button component={Link} to={staff && !student ? homeOf({ roles }) : '/'} mt="sm">
        <Trans>Home</Trans>
      </Button>
    </PlainPage>
  );
}
