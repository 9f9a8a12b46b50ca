import { t } from '@lingui/core/macro';
/** The eye of a password field can be reached by keyboard and says what it does. */
export const showPassword = {
  visibilityToggleButtonProps: { 'aria-label': t`Show password`, tabIndex: 0 },
} as const;
