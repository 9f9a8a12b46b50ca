import { Button, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconShieldLock } from '@tabler/icons-react';
import { instantText } from '../shared/format/dates.ts';
import { Empty } from '../shared/ui/feedback.tsx';
import type { Factor, Security } from './api.ts';
import classes from './security.module.css';

const icons = { passkey: IconFingerprint, totp: IconDeviceMobile } as const;
const kinds = { passkey: 'Passkey', totp: 'Authenticator app' } as const;

const usageText = ({ addedAt, lastUsed }: Factor): string =>
  lastUsed === null
    ? `Added ${instantText(addedAt)}, not used yet`
    : `Added ${instantText(addedAt)}, last used ${instantText(lastUsed)}`;

interface MethodsProps {
  security: Security;
  onRemove: (factor: Factor) => void;
}

/** The passkeys and the app of the account. */
export const Methods = ({ security: { factors, required }, onRemove }: MethodsProps) => (
  <section className={classes.part} aria-labelledby="methods">
    <h2 id="methods">Methods</h2>
    {factors.length === 0 ? (
      <Empty icon={IconShieldLock} text="You sign in with your password alone." />
    ) : (
      <ul className={classes.list}>
        {factors.map((factor) => {
          const Icon = icons[factor.kind];
          return (
            <li key={factor.factorId}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <span className={classes.words}>
                <span>
                  <bdi>{factor.name}</bdi>
                </span>
                <Text component="span" c="dimmed" size="sm">
                  {factor.name === kinds[factor.kind] ? '' : `${kinds[factor.kind]}. `}
                  {usageText(factor)}
                </Text>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${factor.name}`}
                onClick={() => onRemove(factor)}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    )}
    {required && (
      <Text c="dimmed" size="sm">
        Your role needs a second step.
      </Text>
    )}
  </section>
);
