import * as systemCheck from '@portal/contract/sessions/system-check';
import type { SystemFindings } from '@portal/contract/sessions/system-findings';
import type { SystemCheck } from '@portal/proto/registration/v1/system_checks';
import { route } from '../http/route.ts';
import { deviceOf } from '../http/session/device.ts';

/** As the table of registration keeps it, which takes no other findings. */
const checkView = ({ checkedAt, device, findings }: SystemCheck) => ({
  checkedAt: (checkedAt as Date).toISOString(),
  device: device ?? null,
  ...({
    browser: findings?.browser ?? null,
    camera: findings?.camera ?? null,
    microphone: findings?.microphone ?? null,
    network: findings?.network ?? null,
    screen: findings?.screen ?? null,
  } as SystemFindings),
});

export const systemCheckRoutes = [
  route(systemCheck.getSystemCheck, async ({ by }, { registration }) => {
    const { check } = await registration.systemChecks.getSystemCheck({}, by);
    return { check: check ? checkView(check) : null };
  }),
  route(systemCheck.saveSystemCheck, async ({ input, by, request }, { registration }) => {
    const { browser, camera, microphone, network, screen } = input;
    const { check } = await registration.systemChecks.saveSystemCheck(
      {
        device: deviceOf(request.headers['user-agent']),
        findings: {
          browser: browser ?? undefined,
          camera: camera ?? undefined,
          microphone: microphone ?? undefined,
          network: network ?? undefined,
          screen: screen ?? undefined,
        },
      },
      by,
    );
    return { check: checkView(check as SystemCheck) };
  }),
];
