import { t } from '@lingui/core/macro';
/** The colour schemes that a person can choose. */
export const schemes = [
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
  { value: 'auto', label: t`System` },
] as const;
