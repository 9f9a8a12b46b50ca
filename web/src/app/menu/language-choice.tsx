import { SegmentedControl } from '@mantine/core';
import { language, languageLabel, languages } from '../../shared/language/locale.ts';
import { chooseLanguage } from './choose-language.ts';

/** English or Hebrew, for this browser. */
export function LanguageChoice() {
  return (
    <SegmentedControl
      fullWidth
      aria-label={languageLabel()}
      value={language()}
      onChange={(other) => void chooseLanguage(other)}
      data={languages.map(({ value, label }) => ({
        value,
        label: <span lang={value}>{label}</span>,
      }))}
    />
  );
}
