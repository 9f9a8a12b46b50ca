import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MethodOptions } from '../../auth/rpc-access.ts';
import { CALLERS_TAG, PERMISSION_TAG } from '../../auth/rpc-access.ts';

/** Options of a method that say who may call it, as ts-proto generates them from a proto. */
export function optionsOf({
  permission,
  callers = [],
}: {
  permission?: string;
  callers?: readonly string[];
}): MethodOptions {
  const bytes = (text: string) => new BinaryWriter().string(text).finish();
  return {
    _unknownFields: {
      ...(permission === undefined ? {} : { [PERMISSION_TAG]: [bytes(permission)] }),
      ...(callers.length === 0 ? {} : { [CALLERS_TAG]: callers.map(bytes) }),
    },
  };
}
