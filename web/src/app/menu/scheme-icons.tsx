import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Word } from '../theme/word.tsx';
import { schemes } from './schemes.ts';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;

/** The choice of light and dark where there is room for icons alone. */
export function SchemeIcons() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      orientation="vertical"
      aria-label="Appearance"
      styles={{
        label: { padding: '5px 0' },
        innerLabel: { display: 'grid', placeItems: 'center' },
      }}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={schemes.map(({ value, label }) => {
        const Icon = icons[value];
        return {
          value,
          label: (
            <Word word={label} isOfIcons>
              <span>
                <Icon size={18} stroke={1.8} aria-hidden="true" style={{ display: 'block' }} />
                <VisuallyHidden>{label}</VisuallyHidden>
              </span>
            </Word>
          ),
        };
      })}
    />
  );
}
