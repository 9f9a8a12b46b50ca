import { demandPrograms, findProgram, isInstallable } from '../start/servers/system-packages.ts';

const report = (line: string): void => void process.stdout.write(`    ${line}\n`);
const SHELL = 'chromium-headless-shell';

const install = async (program: string, dataDir: string): Promise<string> =>
  (await demandPrograms({ [program]: program }, { dataDir, report }))[program] ?? program;

const findWhole = (): string | undefined =>
  findProgram('chromium') ?? findProgram('chromium-browser') ?? findProgram('google-chrome');

/** A browser that gives pages a camera, which the one without windows does not. */
export const demandWithCamera = async (dataDir: string): Promise<string> =>
  findWhole() ?? install('chromium', dataDir);

/** A whole browser: Debian's, installed when root may. */
export const demandChromium = async (dataDir: string): Promise<string> =>
  process.env['CHROME_PATH'] || demandWithCamera(dataDir);

/**
 * The browser that journeys drive: Chromium without its windows, which works half as much, where
 * that is to be had; else a whole one.
 */
export async function demandHeadless(dataDir: string): Promise<string> {
  const shell = process.env['CHROME_PATH'] || findProgram(SHELL);
  if (shell) return shell;
  const whole = (): Promise<string> => demandChromium(dataDir);
  return isInstallable(SHELL) ? install(SHELL, dataDir).catch(whole) : whole();
}
