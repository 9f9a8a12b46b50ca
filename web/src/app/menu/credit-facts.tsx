import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { creditGroups, useCredits } from '../../shared/api/student.ts';
import { isolated } from '../../shared/language/locale.ts';
import { CreditCount } from '../../shared/ui/coin.tsx';
import classes from '../theme/student-shell.module.css';

/**
 * Available credits, with their split when some are tied to a vendor, and the special packages
 * held.
 */
export function CreditFacts() {
  const { data: credits } = useCredits();
  if (!credits) return null;
  return (
    <div className={classes.facts}>
      <Text component="div" size="sm" c="dimmed">
        <Trans>Available credits</Trans>
      </Text>
      <CreditCount count={credits.totalCredits} />
      {credits.vendorSpecificPackage && (
        <Text component="div" size="sm" c="dimmed" className="num">
          {creditGroups
            .map(({ group, label }) => `${isolated(label)} ${credits.creditsDetails[group]}`)
            .join(', ')}
        </Text>
      )}
      {credits.specialPackages.length > 0 && (
        <>
          <Text component="div" size="sm" c="dimmed" mt={8}>
            <Trans>Special packages</Trans>
          </Text>
          {credits.specialPackages.map(({ id, display_name }) => (
            <Text component="div" key={id}>
              {display_name}
            </Text>
          ))}
        </>
      )}
    </div>
  );
}
