import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** A release lacks a setting, so that a service exits as soon as it starts. */
export const processDown: Walk = {
  alerts: ['PortalPartDown'],
  cause: 'catalog is restarted with an invalid setting, and exits at each start',
  async provoke({ portal, log, endOfLog, status }, scene) {
    const { TAL_URL: right = '' } = portal.environmentOf('catalog');
    const mend = () => portal.change('catalog', { env: { TAL_URL: right } });
    scene.defer(mend);
    const from = endOfLog('catalog');
    portal.change('catalog', { env: { TAL_URL: 'nowhere' } });
    portal.kill('catalog');
    return {
      async follow() {
        expectText((await status()).out, /^catalog +NO /m);
        expectText(log('catalog', from), /The environment is not complete: TAL_URL/);
        mend();
        await portal.ready('catalog');
      },
    };
  },
};

/** A service has no pod, and none to scrape. */
export const processMissing: Walk = {
  alerts: ['PortalPartGone'],
  cause: 'the only pod of seminary is removed',
  async provoke({ portal, watch, status }, scene) {
    const bringBack = async () => {
      await portal.up('seminary');
      watch.publish('seminary');
    };
    scene.defer(bringBack);
    await portal.down('seminary');
    watch.withdraw('seminary');
    return {
      async follow() {
        expectText((await status()).out, /^seminary +NO /m);
        await bringBack();
      },
    };
  },
};
