import { t } from '@lingui/core/macro';
/** How the pages may look, by what the person chooses. */
export const schemes = [
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
  { value: 'auto', label: t`System` },
] as const;
