import { demandPrograms, findProgram } from '../start/system-packages.ts';

/** The browser that journeys drive: Debian's, installed when root may. */
export async function demandChromium(dataDir: string): Promise<string> {
  const given = process.env['CHROME_PATH'] || findProgram('chromium') || findProgram('chromium-browser') || findProgram('google-chrome');
  if (given) return given;
  const report = (line: string): void => void process.stdout.write(`    ${line}\n`);
  const found = await demandPrograms({ chromium: 'chromium' }, { dataDir, report });
  return found['chromium'] ?? 'chromium';
}
