import { VisuallyHidden } from '@mantine/core';

/**
 * Tells a password manager whose password a form sets, where the person does not type it. Out of
 * sight and out of the way of the keyboard.
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
