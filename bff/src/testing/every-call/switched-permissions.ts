import type { Permission } from '@portal/access/permissions';
import { rpcAccess } from '@portal/kit/auth/rpc-access';
import { optionsOf } from '@portal/kit/testing/calls/rpc-options';
import { definitions } from '../every-rpc.ts';

/** Returns the definitions of all services with permission `to` in the place of `from`. */
export const switchPermission = (from: Permission, to: Permission): typeof definitions =>
  definitions.map((definition) => ({
    ...definition,
    methods: Object.fromEntries(
      Object.entries(definition.methods).map(([name, method]) => {
        const { permission, callers } = rpcAccess(name, method.options);
        const options = {
          ...method.options,
          ...optionsOf({ permission: to, callers }),
        };
        return [name, permission === from ? { ...method, options } : method];
      }),
    ),
  }));
