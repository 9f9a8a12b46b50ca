import { SegmentedControl } from '@mantine/core';
import { language, languageLabel, languages, speak } from '../../shared/language/locale.ts';

/** English or Hebrew, for this browser. */
export function LanguageChoice() {
  return (
    <SegmentedControl
      fullWidth
      aria-label={languageLabel()}
      value={language()}
      onChange={(other) => speak(other === 'he' ? 'he' : 'en')}
      data={languages.map(({ value, label }) => ({
        value,
        label: <span lang={value}>{label}</span>,
      }))}
    />
  );
}
