import { VisuallyHidden } from '@mantine/core';

/**
 * Tells a password manager the account whose password a form sets, when the form has no field for
 * it. Hidden, and skipped by the keyboard.
 */
export function UsernameField({ value }: { value: string }) {
  return (
    <VisuallyHidden aria-hidden="true">
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={value}
        readOnly
        tabIndex={-1}
      />
    </VisuallyHidden>
  );
}
