import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type * as tables from '../../../prisma/tables.ts';

/** A stored passkey. */
export type Passkey = Pick<
  tables.StaffFactor,
  'credentialId' | 'publicKey' | 'signCount' | 'transports'
>;

/** Whose passkeys they are: the host of the portal, and pages of its origin alone. */
function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(process.env.PUBLIC_URL ?? '');
  return { id: hostname, origin };
}

const known = (passkeys: readonly Passkey[]) =>
  passkeys.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports }],
  );

/** Creates the options with which a browser makes a passkey. */
export async function registrationOptions(
  { loginName, realName }: { loginName: string; realName: string },
  passkeys: readonly Passkey[],
): Promise<{ challenge: string; options: object }> {
  const options = await generateRegistrationOptions({
    rpName: 'JSE portal',
    rpID: relyingParty().id,
    userName: loginName,
    userDisplayName: realName,
    excludeCredentials: known(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  return { challenge: options.challenge, options };
}

/** Creates the options with which a browser uses one of these passkeys. */
export async function authenticationOptions(
  passkeys: readonly Passkey[],
): Promise<{ challenge: string; options: object }> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    allowCredentials: known(passkeys),
    userVerification: 'required',
  });
  return { challenge: options.challenge, options };
}

/** An answer of a browser; null when it is no object. */
function readResponse<T>(json: string): T | null {
  try {
    const read: unknown = JSON.parse(json);
    return typeof read === 'object' && read !== null ? (read as T) : null;
  } catch {
    return null;
  }
}

/** Returns the passkey that a browser made for this challenge; null when it is invalid. */
export async function madePasskey(json: string, challenge: string): Promise<Passkey | null> {
  const response = readResponse<Parameters<typeof verifyRegistrationResponse>[0]['response']>(json);
  if (!response) return null;
  const { id, origin } = relyingParty();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: transportsOf(credential.transports ?? []),
    };
  } catch {
    // any error in the browser's response means that it proves nothing
    return null;
  }
}

/** Ways to reach a passkey; a browser says them, so little of it is kept. */
const transportsOf = (said: readonly unknown[]): string[] =>
  said.filter((one): one is string => typeof one === 'string' && one.length <= 20).slice(0, 8);

/** The id of the passkey that an answer says to be of; null when it is no answer. */
export const credentialIdOf = (json: string): string | null => {
  const id = readResponse<{ id?: unknown }>(json)?.id;
  return typeof id === 'string' ? id : null;
};

/** The new count of signatures of a passkey that answered this challenge; null: it did not. */
export async function usedPasskey(
  json: string,
  challenge: string,
  { credentialId, publicKey, signCount }: Passkey,
): Promise<number | null> {
  const response =
    readResponse<Parameters<typeof verifyAuthenticationResponse>[0]['response']>(json);
  if (!response || credentialId === null || publicKey === null) return null;
  const { id, origin } = relyingParty();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credentialId,
        publicKey: Uint8Array.from(publicKey),
        counter: signCount ?? 0,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
