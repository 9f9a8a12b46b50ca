import { t } from '@lingui/core/macro';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { schemes } from './schemes.ts';

/** Light, dark, or as the system has it; kept in this browser. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t`Appearance`}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={[...schemes]}
    />
  );
}
