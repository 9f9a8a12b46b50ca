import type { Page } from 'playwright-core';

/**
 * Errors on a page: an error in the console, a script that throws, a file that does not come.
 */
export class Troubles {
  private readonly noticed: { line: string; down: string | null }[] = [];
  /** The last answers of calls that met an unavailable service, by method and address. */
  private readonly lastAnswers = new Map<string, { url: string; status: number }>();

  constructor(page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.noticed.push({
          line: `console: ${message.text()} (${message.location().url})`,
          down: / status of 50[23] /.test(message.text()) ? message.location().url : null,
        });
    });
    page.on('response', (response) => {
      const [url, status] = [response.url(), response.status()];
      const call = `${response.request().method()} ${url}`;
      const isDown =
        (status === 502 || status === 503) && new URL(url).pathname.startsWith('/api/');
      if (isDown || this.lastAnswers.has(call)) this.lastAnswers.set(call, { url, status });
    });
    page.on('pageerror', (error) => this.notice(`script: ${error.message}`));
    page.on('requestfailed', (request) => {
      // a page that is left aborts its requests
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.notice(`request: ${request.url()} ${request.failure()?.errorText}`);
    });
  }

  private notice(line: string): void {
    this.noticed.push({ line, down: null });
  }

  /**
   * The errors so far, without calls to an unavailable service that succeeded on a retry of the
   * page.
   */
  get lines(): readonly string[] {
    return this.noticed
      .filter(({ down }) => down === null || !this.isUpAgain(down))
      .map(({ line }) => line);
  }

  private isUpAgain(url: string): boolean {
    const answers = [...this.lastAnswers.values()].filter((answer) => answer.url === url);
    return answers.length > 0 && answers.every(({ status }) => status < 400);
  }
}
