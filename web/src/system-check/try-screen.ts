import type { Finding } from '@portal/contract/sessions/system-findings';

/** CSS pixels that the exam platform needs beside the proctor's window. */
const LEAST = { width: 1024, height: 600 };

interface Screen {
  width: number;
  height: number;
  /** Whether another screen extends it; not every browser says so. */
  isExtended?: boolean;
}

/** Whether the screen is large enough, and alone as the protocol asks. */
export function tryScreen({ width, height, isExtended }: Screen): Finding<'screen'> | null {
  if (width < LEAST.width || height < LEAST.height) return 'too_small';
  return isExtended ? 'second_screen' : null;
}
