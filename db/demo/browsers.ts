/** Faults that some of the demo's people met in their browsers and handed over, each in his own name. */
import type { FastifyInstance } from 'fastify';
import { asker } from './build-base.ts';
import { demoPassword } from './city.ts';

const DAY = 86_400_000;
const lost = {
  type: 'import',
  message: 'Failed to fetch dynamically imported module: /assets/stays-B4c1.js',
  url: '/static/inoutRecord',
  stack: 'TypeError: Failed to fetch dynamically imported module',
  info: 'lazy',
};
const met: readonly {
  readonly account: string;
  readonly days: number;
  readonly fault: Readonly<Record<string, string>>;
}[] = [
  {
    account: 'anbo.guard',
    days: 0.4,
    fault: {
      type: 'play',
      message: 'NotAllowedError: play() failed because the user did not interact with the document first.',
      url: '/work/parkBoxSource',
      stack: 'NotAllowedError: play() failed',
      info: 'speaker',
    },
  },
  { account: 'anbo.service', days: 2.2, fault: lost },
  {
    account: 'anbo.finance',
    days: 6.1,
    fault: {
      type: 'error',
      message: 'QuotaExceededError: The quota has been exceeded.',
      url: '/static/chartDaySum',
      stack: 'QuotaExceededError: setItem on Storage',
      info: 'saved views',
    },
  },
  { account: 'changxing', days: 1.3, fault: lost },
  {
    account: 'changxing.collector',
    days: 9.7,
    fault: {
      type: 'network',
      message: 'TypeError: Load failed',
      url: '/rdstatic/chartDaySum',
      stack: 'TypeError: Load failed',
      info: 'ask',
    },
  },
];

export async function reportFaults(app: FastifyInstance): Promise<void> {
  for (const { account, days, fault } of met) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/api-uaa/oauth/user/token',
      payload: { username: account, password: demoPassword },
    });
    const { data } = answer.json() as { data: { accessToken: string } };
    await asker(app, data.accessToken)('POST', '/api/blade-log/error/submit', [
      { ...fault, time: new Date(Date.now() - days * DAY).toISOString() },
    ] as never); // this one call takes a list
  }
}
