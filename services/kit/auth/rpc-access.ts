import { BinaryReader } from '@bufbuild/protobuf/wire';
import { isPermission, type Permission } from '@portal/access/permissions';
import { CALLERS, type Caller } from './callers.ts';

/** The permitted callers of an RPC; everything else is denied. */
export interface RpcAccess {
  /** The permission that a person's account needs, through the BFF; null: no person may call. */
  permission: Permission | null;
  /** Services, the BFF for itself (not for a person), or an operator's tools. */
  callers: readonly Caller[];
}

/** Options of a method as ts-proto writes them: those of our own stay as bytes, by wire tag. */
export interface MethodOptions {
  readonly _unknownFields?: { readonly [tag: number]: readonly Uint8Array[] | undefined };
}

/** Wire tag of a text with the field number of proto/portal/access/v1/permission.proto. */
const tagOf = (field: number): number => (field << 3) | 2;
export const PERMISSION_TAG = tagOf(50601);
export const CALLERS_TAG = tagOf(50602);

/**
 * Reads the permitted callers of an RPC from the options of its definition. Throws when there are
 * none, or when a caller or permission does not exist, so that a service with such an RPC never
 * starts.
 */
export function rpcAccess(rpc: string, { _unknownFields: own }: MethodOptions): RpcAccess {
  const texts = (tag: number) =>
    (own?.[tag] ?? []).map((bytes) => new BinaryReader(bytes).string());
  const [permission = null] = texts(PERMISSION_TAG).slice(-1);
  const callers = texts(CALLERS_TAG);
  if (permission === null && callers.length === 0)
    throw new Error(`${rpc} names neither a permission nor a caller in its proto`);
  if (permission !== null && !isPermission(permission))
    throw new Error(`${rpc} names the permission ${permission}, which does not exist`);
  const unknown = callers.find((caller) => !(CALLERS as readonly string[]).includes(caller));
  if (unknown !== undefined)
    throw new Error(`${rpc} names the caller ${unknown}, which does not exist`);
  return { permission, callers: callers as Caller[] };
}
