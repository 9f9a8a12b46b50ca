import * as z from 'zod';
import { call } from '../call.ts';
import { instant, orNull } from '../types.ts';
import { findings } from './system-findings.ts';

const fit = 'null: fit';
const parts = {
  browser: z.enum(findings.browser).nullable().describe(fit),
  camera: z.enum(findings.camera).nullable().describe(fit),
  microphone: z.enum(findings.microphone).nullable().describe(fit),
  network: z.enum(findings.network).nullable().describe(fit),
  screen: z.enum(findings.screen).nullable().describe(fit),
};

const SystemCheck = z
  .object({
    checkedAt: instant,
    device: z.string().nullable().describe('Chrome on Windows; null: not known'),
    ...parts,
  })
  .meta({ id: 'SystemCheck' });
export type SystemCheck = z.output<typeof SystemCheck>;

export const getSystemCheck = call({
  method: 'POST',
  path: '/api/getSystemCheck',
  summary: 'How the computer of the student last did in the system check',
  permission: 'system_check.read',
  onStudent: true,
  body: z.object({}),
  answer: z.object({ check: orNull(SystemCheck) }),
});

export const saveSystemCheck = call({
  method: 'POST',
  path: '/api/saveSystemCheck',
  summary: 'Keeps the result of the system check, in place of the last one',
  description: 'Which browser it was made in is taken from the request. Staff cannot.',
  permission: 'system_check.save',
  onStudent: true,
  body: z.object(parts),
  answer: z.object({ check: SystemCheck }),
});
