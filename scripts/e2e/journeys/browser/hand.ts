import type { Locator, Page } from 'playwright-core';

/**
 * A hand that counts its steps: a click is one step, so is a key, and so is a field that is typed
 * into, however long the word and wherever the field is.
 */
export class Hand {
  steps = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(what: Locator): Promise<void> {
    this.steps += 1;
    await what.click();
  }

  /** A key, or keys that are held together: 'Enter', 'Control+k'. */
  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }

  async type(field: Locator, words: string): Promise<void> {
    this.steps += 1;
    await field.fill(words);
  }

  /** Types into the field with the focus. */
  async typeOn(words: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.type(words);
  }
}
