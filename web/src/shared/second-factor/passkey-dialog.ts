/** Whether this browser can make and use passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The outcome of the browser's own dialog. */
export type DialogOutcome = { response: Record<string, unknown> } | { said: string };

/** Closed, refused, or run out: the browser tells none of them apart. */
const notDone = 'The passkey was not used. Try again, or choose another way.';

/** Asks for a passkey in the browser's own dialog. */
export async function askPasskey(options: Record<string, unknown>): Promise<DialogOutcome> {
  // only users with a passkey load this
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const response = await startAuthentication({ optionsJSON: options as never });
    return { response: { ...response } };
  } catch {
    return { said: notDone };
  }
}

/** Makes a passkey in the browser's own dialog. */
export async function makePasskey(options: Record<string, unknown>): Promise<DialogOutcome> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const response = await startRegistration({ optionsJSON: options as never });
    return { response: { ...response } };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return {
      said: isKnown
        ? 'This passkey has been added already.'
        : 'The passkey was not added. Please try again.',
    };
  }
}
