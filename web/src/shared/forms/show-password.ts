import { t } from '@lingui/core/macro';

/** Makes the eye button of a password field accessible by keyboard, with a label. */
export const showPassword = {
  visibilityToggleButtonProps: { 'aria-label': t`Show password`, tabIndex: 0 },
} as const;

/** The rule of for generators of passwords (Safari, 1Password). */
export const PASSWORD_RULES =
  'minlength: 8; maxlength: 128; required: lower, upper; required: digit; ' +
  "required: [@$!%*#?&,./<>':];";

/**
 * Props of a field for a new password. It has no `maxLength`, which would silently shorten a
 * generated or pasted password; its checklist shows the error. R-405.
 */
export const newPasswordField = {
  ...showPassword,
  autoComplete: 'new-password',
  passwordrules: PASSWORD_RULES,
} as const;
