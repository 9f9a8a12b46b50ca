import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { leftToRight } from '../../shared/language/locale.ts';
import { office, phoneLink } from '../../shared/office/office.ts';
import { PlainPage } from '../../shared/page/plain-page.tsx';
import { useTitle } from '../../shared/page/use-title.ts';
import { homeOf } from '../../shared/session/home.ts';
import { readSession } from '../../shared/session/session.ts';

/** code 1 is a student who may not register. R-382. */
export function ErrorPage() {
  const { errorCode } = useParams();
  useTitle(t`Error`);
  const { staff, student, roles } = readSession();
  return (
    <PlainPage>
      <Title order={1}>{errorCode === '1' ? t`Student is denied registration` : t`Error!`}</Title>
      <Text c="dimmed">
        {errorCode === '1'
          ? t`Registering, buying and booking are not possible.`
          : t`Please try again later.`}{' '}
        <Trans>
          Questions? Call the office:{' '}
          <Anchor href={phoneLink(office.phone)} style={{ whiteSpace: 'nowrap' }}>
            {leftToRight(office.phone)}
          </Anchor>
        </Trans>
      </Text>
      <Button component={Link} to={staff && !student ? homeOf({ roles }) : '/'} mt="sm">
        <Trans>Home</Trans>
      </Button>
    </PlainPage>
  );
}
