// jsdom as a page's world, with the parts of a current browser that it lacks taken from Node.
import JsdomEnvironment from '@jest/environment-jsdom-abstract';
import * as jsdom from 'jsdom';
import { skipWhenOutOfTime } from './out-of-time.mjs';

const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'CompressionStream',
  'DecompressionStream',
];

export default class BrowserEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context, jsdom);
  }

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) {
      if (!(name in this.global)) this.global[name] = globalThis[name];
    }
    if (!this.global.crypto?.subtle)
      Object.defineProperty(this.global, 'crypto', {
        value: globalThis.crypto,
        configurable: true,
      });
  }
  handleTestEvent(event) {
    skipWhenOutOfTime(event);
  }
}
