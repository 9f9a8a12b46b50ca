import { t } from '@lingui/core/macro';

/** The eye of a password field can be reached by keyboard and says what it does. */
export const showPassword = {
  visibilityToggleButtonProps: { 'aria-label': t`Show password`, tabIndex: 0 },
} as const;

/** The rule of for generators of passwords (Safari, 1Password). */
export const PASSWORD_RULES =
  "minlength: 8; maxlength: 128; required: lower, upper; required: digit; required: [@$!%*#?&,./<>':];";

/**
 * A field for a new password. It has no `maxLength`, which would shorten a generated or pasted
 * password without a word; its checklist says what is wrong. R-405.
 */
export const newPasswordField = {
  ...showPassword,
  autoComplete: 'new-password',
  passwordrules: PASSWORD_RULES,
} as const;
