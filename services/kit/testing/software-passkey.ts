import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Flags of an answer: the person was there, and was verified (by a finger or a PIN). */
export const PRESENT = 1;
export const VERIFIED = 4;
const ATTESTED = 64;

/** The challenge for an authenticator, and the settings of its response. */
export interface Answering {
  challenge: string;
  /** Of the page that asks. */
  origin: string;
  /** The relying party of the passkey; by default the host of the origin. */
  rpId?: string;
  flags?: number;
  /** How many signatures it has made. */
  count?: number;
}

/** The JSON that a browser gives a page. */
export interface PasskeyResponse extends Record<string, unknown> {
  id: string;
  response: Record<string, unknown>;
}

/** An authenticator in software, by the standard (WebAuthn level 3, ES256). */
export interface SoftwarePasskey {
  readonly id: string;
  /** Returns its answer when it is made for a page; `transports`: its list of transports. */
  made(answering: Answering, transports?: readonly unknown[]): PasskeyResponse;
  /** Returns its answer to a sign-in; `key`: another private key than its own. */
  used(answering: Answering, key?: KeyObject): PasskeyResponse;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR of short texts, small numbers, bytes and maps: all that is needed here. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)]),
  ]);
}

const clientData = (type: string, { challenge, origin }: Answering): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(
  { origin, rpId = new URL(origin).hostname, flags = PRESENT | VERIFIED, count = 1 }: Answering,
  attested?: Buffer,
): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  const bits = attested ? flags | ATTESTED : flags;
  return Buffer.concat([sha256(rpId), Buffer.from([bits]), counter, attested ?? Buffer.alloc(0)]);
}

/** As COSE has it. */
function publicKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** A new one, with keys and an id of its own. */
export function softwarePasskey(): SoftwarePasskey {
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const about = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    made(answering, transports = ['internal']) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        publicKeyOf(keys.publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(answering, attested)],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', answering).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports,
      };
      return { ...about, response };
    },
    used(answering, key = keys.privateKey) {
      const data = authenticatorData(answering);
      const client = clientData('webauthn.get', answering);
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(key);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...about, response };
    },
  };
}
