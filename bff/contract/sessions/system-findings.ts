/** The possible problems of each area of a computer that is to be used for an online exam. */
export const findings = {
  browser: ['phone_or_tablet', 'unsupported'],
  camera: ['not_found', 'refused', 'in_use', 'no_signal', 'unsupported'],
  microphone: ['not_found', 'refused', 'in_use', 'no_signal', 'unsupported'],
  network: ['slow', 'offline'],
  screen: ['too_small', 'second_screen'],
} as const;

/** The checked areas of a system, in the order in which they are checked. */
export const systemParts = ['browser', 'camera', 'microphone', 'network', 'screen'] as const;
export type SystemPart = (typeof systemParts)[number];
export type Finding<Part extends SystemPart = SystemPart> = (typeof findings)[Part][number];

/** One finding an area; null: fit. */
export type SystemFindings = { [Part in SystemPart]: Finding<Part> | null };
