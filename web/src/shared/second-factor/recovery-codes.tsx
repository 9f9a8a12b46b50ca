import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import classes from './second-factor.module.css';

/** 'ABCDE 23456': easier to read, and taken with and without the blank. */
const spaced = (code: string): string => `${code.slice(0, 5)} ${code.slice(5)}`;

const fileOf = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(
    ['JSE portal: recovery codes. Each works once.', '', ...codes.map(spaced), ''].join('\r\n'),
  )}`;

interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

/** OM-18: codes that were just made; they are shown this once. */
export const RecoveryCodes = ({ codes, onSaved }: RecoveryCodesProps) => (
  <Stack gap="md">
    <Text role="status">Save these codes. They are shown once.</Text>
    <ul className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>{spaced(code)}</li>
      ))}
    </ul>
    <Text c="dimmed" size="sm">
      Each code signs you in once when you have neither your passkey nor your app.
    </Text>
    <Group gap="sm">
      <Button
        component="a"
        href={fileOf(codes)}
        download="jse-recovery-codes.txt"
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
      >
        Download
      </Button>
      <Button onClick={onSaved}>I have saved them</Button>
    </Group>
  </Stack>
);
